public class Type { }
