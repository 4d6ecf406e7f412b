public class Used_0 { }
