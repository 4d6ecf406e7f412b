/** As Main was compiled with it: everything implements everything. */
class Lib {
    interface Upper {
        default String inherited() { return "inherited " + secret(); }
        private String secret() { return "upper"; }
        static String secret(Upper u) { return u.secret(); }
    }
    interface Named extends Upper {
        String declared();
        String toString(); // not at run time: it is Object's
        default String twice() { return own() + own(); }
        private String own() { return "own"; }
        static String own(Named n) { return n.own(); }
    }

    static class Whole implements Named {
        public String toString() { return "a whole"; }
        public String declared() { return "whole"; }
    }
    static class OnlyUpper implements Named {
        public String declared() { return "only upper"; }
    }
    static class Nothing implements Named {
        public String declared() { return "nothing"; }
    }
}
