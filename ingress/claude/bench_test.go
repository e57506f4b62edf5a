//go:build unix

package claude

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"dango/ingress/process"
	"dango/session"
	"dango/session/board"
)

// bigTranscript is a sparse file of 1 GB with real records at both ends.
func bigTranscript(b *testing.B) string {
	b.Helper()
	raw, err := os.ReadFile("testdata/transcripts/bash_answered_in_terminal.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "big.jsonl")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	const size = 1 << 30
	for _, at := range []int64{0, size} {
		if _, err := f.WriteAt(append([]byte("\n"), raw...), at); err != nil {
			b.Fatal(err)
		}
	}
	return path
}

// BenchmarkOpenBig is the cost of recovering a session with a transcript of 1 GB: 50 ms and 5 MB at most.
func BenchmarkOpenBig(b *testing.B) {
	path := bigTranscript(b)
	b.ReportAllocs()
	for b.Loop() {
		if g := skim(path); g.title == "" || g.text == "" {
			b.Fatalf("skim = %+v", g)
		}
	}
}

// nobody takes what is told.
type nobody struct{}

func (nobody) SubmitWait(context.Context, session.Item) error { return nil }

// BenchmarkIdle is what 50 sessions that do nothing cost: CPU time of the whole process in each second, while 50
// transcripts and 50 left-behind session files lie there.
func BenchmarkIdle(b *testing.B) {
	root := b.TempDir()
	for _, dir := range []string{"sessions", "projects/-home-dev"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o700); err != nil {
			b.Fatal(err)
		}
	}
	list := session.Watchlist{}
	for i := range 50 {
		path := filepath.Join(root, "projects/-home-dev", fmt.Sprint(i, ".jsonl"))
		for name, text := range map[string]string{
			path: "{}\n",
			filepath.Join(root, "sessions", fmt.Sprint(900000000+i, ".json")): fmt.Sprintf(`{"pid":%d,"sessionId":"%d"}`, 900000000+i, i),
		} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
		}
		list = append(list, session.Watched{Key: keyOf(fmt.Sprint(i)), TranscriptPath: path, Working: i%2 == 0})
	}
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	go Watch(ctx, board.New(&list), nobody{}, Options{Root: root, processes: func() []process.Running { return nil }})
	runtime.GC()
	before := cpu(b)
	start := time.Now()
	for b.Loop() {
		time.Sleep(time.Second) // what is measured is that nothing happens meanwhile
	}
	b.ReportMetric(float64((cpu(b)-before).Microseconds())/time.Since(start).Seconds(), "cpu-µs/s")
}

func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Skip(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
