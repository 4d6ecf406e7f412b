module argus/readers

go 1.18

require github.com/grafana/jfr-parser v0.9.3

require golang.org/x/text v0.3.8 // indirect
