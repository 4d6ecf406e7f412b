/** As it was when Circle, Square and Line were compiled. */
public interface Shape { }
