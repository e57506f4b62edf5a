package sock_test

import (
	"os"
	"testing"
	"time"

	"dango/ingress/sock"
)

// Only the Dango that promises signs of life is asked for them, not one that listens after it.
func TestBeats(t *testing.T) {
	path := path(t)
	if sock.Beats(path) {
		t.Error("nobody listens, and promises")
	}
	young, err := sock.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	if sock.Beats(path) {
		t.Error("it has not promised yet")
	}
	if err := young.PromiseBeats(); err != nil {
		t.Fatal(err)
	}
	if !sock.Beats(path) {
		t.Error("it has promised")
	}
	young.Close()
	listen(t, path)
	later := time.Now().Add(time.Second) // however coarse the file system's clock is
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	if sock.Beats(path) {
		t.Error("the promise was another's")
	}
}
