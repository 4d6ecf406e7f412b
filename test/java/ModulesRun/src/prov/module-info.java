module org.prov { requires transitive org.lib; provides org.lib.api.Service with org.prov.One, org.prov.Two; }
