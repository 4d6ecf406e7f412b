enum Color_0 { RED, GREEN }
enum Color_1 { RED, BLUE, GREEN }
