//go:build linux

// Command bench measures what the design has a budget for and prints both side by side.
//
// It builds the real programs, runs the project's benchmarks, and watches a real pet on a private desktop. It fails
// when something cannot be measured, not when a budget is missed: numbers from a busy machine are for a person to judge.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"text/tabwriter"
	"time"

	"dango/cmd/internal/e2e"
)

// A row is one line of the table.
type row struct {
	what, budget, measured string
}

func main() {
	watch := flag.Duration("watch", 20*time.Second, "how long a pet's processor time is watched")
	flag.Parse()
	if err := run(*watch); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(watch time.Duration) error {
	dir, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	programs, err := e2e.Build(dir)
	if err != nil {
		return err
	}

	fmt.Printf("%s/%s, %d cores, %s\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "what\tbudget\tmeasured")
	parts := []func() ([]row, error){
		func() ([]row, error) { return hooks(dir, programs) },
		func() ([]row, error) { return ingest(programs) },
		benchmarks,
		func() ([]row, error) { return desktop(programs, watch) },
	}
	for _, part := range parts {
		rows, err := part()
		for _, r := range rows {
			fmt.Fprintf(table, "%s\t%s\t%s\n", r.what, r.budget, r.measured)
		}
		if err != nil {
			table.Flush()
			return err
		}
	}
	return table.Flush()
}
