/** Methods that are not public, though an interface asks for them. */
class Circle implements Shape { int area() { return 1; } }
class Square implements Shape { protected int area() { return 2; } }
class Line implements Shape { private int area() { return 3; } }
class Point implements Shape { public int area() { return 4; } }
