//go:build unix

package emit

import (
	"errors"
	"io"
	"os"
	"testing"
	"time"
)

// What counts is how long nothing comes, not how long all of it takes.
func TestImpatient(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	in := impatient(r, 30*time.Millisecond)
	for begin := time.Now(); time.Since(begin) < 100*time.Millisecond; {
		if _, err := w.WriteString("x"); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(in, make([]byte, 1)); err != nil {
			t.Fatalf("after %v: %v", time.Since(begin), err)
		}
	}
	if n, err := in.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("of silence %d bytes were read: %v", n, err)
	}
}
