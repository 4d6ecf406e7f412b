@Deprecated module org.app { requires org.lib; requires static java.sql; requires java.logging; }
