//go:build linux

// Command bench measures what the design has a budget for and prints both side by side.
//
// It builds the real programs, runs the project's benchmarks, and watches a real pet on a private desktop. It fails
// when something cannot be measured, not when a budget is missed: numbers from a busy machine are for a person to judge.
// -only and -watch make it shorter; -soak pours sessions into a pet and tells how fast its memory grows.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"dango/cmd/internal/e2e"
)

// A row is one line of the table.
type row struct {
	what, budget, measured string
}

// bench is one run.
type bench struct {
	dir      string // scratch
	programs e2e.Programs
	watch    time.Duration // how long a pet is watched in each situation
	soak     time.Duration
}

// parts are what is measured, in this order.
var parts = []struct {
	name    string
	measure func(*bench) ([]row, error)
}{
	{"hooks", func(b *bench) ([]row, error) { return hooks(b.dir, b.programs) }},
	{"ingest", func(b *bench) ([]row, error) { return ingest(b.programs) }},
	{"benchmarks", func(*bench) ([]row, error) { return benchmarks() }},
	{"start", (*bench).start},
	{"desktop", (*bench).desktop},
	{"soak", (*bench).endure},
}

func main() {
	var b bench
	flag.DurationVar(&b.watch, "watch", time.Minute, "how long a pet's processor time is watched in each situation")
	flag.DurationVar(&b.soak, "soak", 0, "also pour events into a pet for so long, and watch its memory")
	only := flag.String("only", "", "the parts to measure, with commas: hooks, ingest, benchmarks, start, desktop, soak")
	flag.Parse()
	err := e2e.Try(func(dir string, p e2e.Programs) error {
		b.dir, b.programs = dir, p
		return b.run(*only)
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) run(only string) error {
	fmt.Printf("%s/%s, %d cores, %s\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', 0)
	defer table.Flush()
	fmt.Fprintln(table, "what\tbudget\tmeasured")
	for _, part := range parts {
		if only != "" && !slices.Contains(strings.Split(only, ","), part.name) {
			continue
		}
		rows, err := part.measure(b)
		for _, r := range rows {
			fmt.Fprintf(table, "%s\t%s\t%s\n", r.what, r.budget, r.measured)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}
