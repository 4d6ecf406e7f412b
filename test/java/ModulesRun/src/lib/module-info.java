module org.lib { exports org.lib.api; exports org.lib.internal to org.prov; opens org.lib.internal to org.app; uses org.lib.api.Service; }
