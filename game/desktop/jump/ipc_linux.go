package jump

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"

	"dango/ingress/process"
	"dango/prefs/lang"
)

// focusByIPC asks sway or i3 to focus what criteria choose, over the socket on which both take commands: "i3-ipc", the
// payload's length, the message's type, both in the machine's order, and the payload.
func focusByIPC(ctx context.Context, socket, criteria string) error {
	conn, err := new(net.Dialer).DialContext(ctx, "unix", socket)
	if err != nil {
		return lang.Fault("its window manager does not answer")
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	const runCommand, header = 0, 14
	command := "[" + criteria + "] focus"
	out := binary.NativeEndian.AppendUint32([]byte("i3-ipc"), uint32(len(command)))
	out = binary.NativeEndian.AppendUint32(out, runCommand)
	if _, err := conn.Write(append(out, command...)); err != nil {
		return lang.Fault("its window manager does not listen")
	}
	in := make([]byte, header)
	if _, err := io.ReadFull(conn, in); err != nil {
		return lang.Fault("its window manager does not answer")
	}
	const most = 1 << 16
	reply := make([]byte, min(binary.NativeEndian.Uint32(in[6:]), most))
	if _, err := io.ReadFull(conn, reply); err != nil {
		return lang.Fault("its window manager does not answer")
	}
	var results []struct {
		Success bool   `json:"success"`
		Error   string `json:"error"`
	}
	if json.Unmarshal(reply, &results) != nil || len(results) != 1 || !results[0].Success {
		return lang.Fault("its window manager finds no such window")
	}
	return nil
}

// swaySocket is where sway takes commands; empty without sway. We were started in its session, or the agent was.
func swaySocket(near surroundings) string {
	if s := os.Getenv("SWAYSOCK"); s != "" {
		return s
	}
	return near["SWAYSOCK"]
}

// focusInSway focuses the window of the nearest ancestor of pid that has one, whether it is an X window or not.
func focusInSway(ctx context.Context, pid int, near surroundings) (raised, error) {
	err := lang.Fault("its terminal has no window on this desktop")
	for host := range process.Ancestors(pid) {
		if err = focusByIPC(ctx, swaySocket(near), fmt.Sprintf("pid=%d", host)); err == nil {
			return raised{host: host}, nil
		}
	}
	return raised{}, err
}
