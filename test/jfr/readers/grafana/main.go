// Command grafana reads a recording with Grafana's parser and says how many events there are of the kinds that it knows.
// (It has room for the constants of one checkpoint only, so it finds few stacks in recordings of any JDK.)
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/grafana/jfr-parser/parser"
)

func main() {
	bytes, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	p := parser.NewParser(bytes, parser.Options{})
	seen := map[string]int{}
	for {
		kind, err := p.ParseEvent()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		switch kind {
		case p.TypeMap.T_EXECUTION_SAMPLE:
			seen["jdk.ExecutionSample"]++
		case p.TypeMap.T_ALLOC_SAMPLE:
			seen["jdk.ObjectAllocationSample"]++
		case p.TypeMap.T_MONITOR_ENTER:
			seen["jdk.JavaMonitorEnter"]++
		case p.TypeMap.T_THREAD_PARK:
			seen["jdk.ThreadPark"]++
		case p.TypeMap.T_ACTIVE_SETTING:
			seen["jdk.ActiveSetting"]++
		}
	}
	for k, n := range seen {
		fmt.Println(k, n)
	}
}
