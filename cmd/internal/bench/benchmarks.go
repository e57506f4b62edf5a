//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// own are the project's benchmarks that answer for a budget, with how long they run and the units that tell.
var own = []struct {
	pkg, name, time, what, budget string
	units                         []string
}{
	{"dango/session", "BenchmarkPublish", "2s", "event → snapshot, 200 sessions", "p99 ≤ 1 ms", []string{"p50-µs", "p99-µs"}},
	{"dango/game/scene", "BenchmarkStepAppendPlan", "2s", "Step + Append, 12 bubbles and a plan of 200 lines", "≤ 0.3 ms, no allocation", []string{"ns/op", "allocs/op"}},
	{"dango/game/scene", "BenchmarkStepAppend20", "2s", "Step + Append, 20 bubbles", "≤ 0.3 ms, no allocation", []string{"ns/op", "allocs/op"}},
	{"dango/cmd/internal/core", "BenchmarkRequestUnderLoad", "30s", "request answered beside 5,000 events/s of 500 sessions",
		"p99 ≤ 5 ms, no event lost", []string{"p50-µs", "p99-µs", "events/s", "lost"}},
	{"dango/ingress/rollout", "BenchmarkHuge", "2s", "rollout of 1 GB opened", "≤ 50 ms, ≤ 5 MB", []string{"ns/op", "B/op"}},
	{"dango/ingress/claude", "BenchmarkIdle", "60s", "idle watchers, 50 transcripts, 60 s", "next to nothing",
		[]string{"cpu-µs/s"}},
}

// benchmarks runs them with the go command.
func benchmarks() ([]row, error) {
	var rows []row
	for _, b := range own {
		cmd := exec.Command("go", "test", "-run", "^$", "-bench", "^"+b.name+"$", "-benchtime", b.time, b.pkg)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return rows, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
		}
		var measured []string
		for _, unit := range b.units {
			if value, ok := result(string(out), b.name, unit); ok {
				measured = append(measured, value+" "+unit)
			}
		}
		rows = append(rows, row{b.what, b.budget, strings.Join(measured, ", ")})
	}
	return rows, nil
}

// result finds the number before unit on the line of one benchmark.
func result(out, name, unit string) (string, bool) {
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, name) {
			continue
		}
		fields := strings.Fields(line)
		for i, f := range fields {
			if f == unit && i > 0 {
				return fields[i-1], true
			}
		}
	}
	return "", false
}
