module org.gone {
    exports org.gone;
}
