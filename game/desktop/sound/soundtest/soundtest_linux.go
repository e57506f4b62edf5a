package soundtest

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// startsWithin is how long the server may take to listen, on a busy machine.
const startsWithin = 20 * time.Second

// Start runs a sound server until the end of the test, and skips the test on a machine without PulseAudio. address is
// for PULSE_SERVER; what is played can be read from heard: 16-bit samples of one channel, 16 kHz.
func Start(t testing.TB) (address string, heard *os.File) {
	t.Helper()
	if _, err := exec.LookPath("pulseaudio"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	socket, pipe := filepath.Join(dir, "native"), filepath.Join(dir, "heard")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	heard, err := os.OpenFile(pipe, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { heard.Close() })
	said, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	cmd := exec.Command("pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--log-target=stderr",
		"-L", "module-native-protocol-unix auth-anonymous=1 socket="+socket,
		"-L", "module-pipe-sink format=s16le rate=16000 channels=1 file="+pipe)
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_RUNTIME_DIR="+dir, "DBUS_SESSION_BUS_ADDRESS=disabled:", "DBUS_SYSTEM_BUS_ADDRESS=disabled:")
	cmd.Stderr = said
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait() // of which the signal is the news
		if log, err := os.ReadFile(said.Name()); t.Failed() {
			t.Log(string(log), err)
		}
	})
	for late := time.Now().Add(startsWithin); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("unix", socket)
		if err == nil {
			conn.Close()
			return "unix:" + socket, heard
		}
		if time.Now().After(late) {
			t.Fatal("the sound server does not listen: ", err)
		}
	}
}
