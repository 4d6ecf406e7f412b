/** At run time: the verifier lets an object of any class be a reference to an interface. */
class Lib {
    interface Upper {
        default String inherited() { return "inherited " + secret(); }
        private String secret() { return "upper"; }
        static String secret(Upper u) { return u.secret(); }
    }
    interface Named extends Upper {
        String declared();
        default String twice() { return own() + own(); }
        private String own() { return "own"; }
        static String own(Named n) { return n.own(); }
    }

    static class Whole implements Named {
        public String toString() { return "a whole"; }
        public String declared() { return "whole"; }
    }
    static class OnlyUpper implements Upper {
        public String declared() { return "only upper"; }
    }
    static class Nothing {
        public String declared() { return "nothing"; }
    }
}
