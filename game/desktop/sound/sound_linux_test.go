package sound

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dango/game/desktop/sound/soundtest"
)

// loudspeaker runs a sound server of the test's own and gives what it plays.
func loudspeaker(t *testing.T) *os.File {
	t.Helper()
	address, heard := soundtest.Start(t)
	t.Setenv("PULSE_SERVER", address)
	if who, err := Reach(); err != nil || !strings.Contains(who, "pulseaudio") {
		t.Fatalf("the sound server is %q, %v", who, err)
	}
	return heard
}

// What is played reaches the loudspeaker, sample by sample, and Play is over when it has.
func TestPlay(t *testing.T) {
	out := loudspeaker(t)
	failed := make(chan error, 1)
	p := New(func(_ string, err error) { failed <- err })
	wav := tone(16000, 1, 20000)
	p.Play(wav, 1)
	p.Play(tone(16000, 1, 100), 1) // not heard: one at a time
	want := wav[44:]
	var heard []byte
	buf := make([]byte, 4096)
	if err := out.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	for !bytes.Contains(heard, want) {
		n, err := out.Read(buf)
		if err != nil {
			t.Fatalf("%d bytes were heard, without the sound in them: %v", len(heard), err)
		}
		heard = append(heard, buf[:n]...)
	}
	select {
	case err := <-failed:
		t.Error(err)
	case <-p.free:
	}
}

// No server is no error for anybody: it is told, once for each sound.
func TestNoServer(t *testing.T) {
	t.Setenv("PULSE_SERVER", "unix:"+filepath.Join(t.TempDir(), "none"))
	told := make(chan error, 1)
	New(func(_ string, err error) { told <- err }).Play(tone(16000, 1, 100), 1)
	if err := <-told; err == nil {
		t.Error("it was played")
	}
	if who, err := Reach(); err == nil {
		t.Errorf("%q would play", who)
	}
	p := New(nil)
	p.Play([]byte("no sound"), 1) // nobody is told, nothing happens
	<-p.free
}
