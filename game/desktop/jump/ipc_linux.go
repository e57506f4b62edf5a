package jump

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"os"
	"slices"
	"strconv"

	"dango/ingress/process"
	"dango/prefs/lang"
)

// Kinds of messages to sway and i3.
const (
	runCommand = 0
	getTree    = 4
)

// ipc asks sway or i3 over the socket on which both take commands: "i3-ipc", the payload's length, the message's kind, both
// in the machine's order, and the payload.
func ipc(ctx context.Context, socket string, kind uint32, payload string) ([]byte, error) {
	silent := lang.Fault("its window manager does not answer")
	conn, err := new(net.Dialer).DialContext(ctx, "unix", socket)
	if err != nil {
		return nil, silent
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	const header = 14
	out := binary.NativeEndian.AppendUint32([]byte("i3-ipc"), uint32(len(payload)))
	out = binary.NativeEndian.AppendUint32(out, kind)
	if _, err := conn.Write(append(out, payload...)); err != nil {
		return nil, silent
	}
	in := make([]byte, header)
	if _, err := io.ReadFull(conn, in); err != nil {
		return nil, silent
	}
	const most = 16 << 20 // of a tree with hundreds of windows
	reply := make([]byte, min(binary.NativeEndian.Uint32(in[6:]), most))
	if _, err := io.ReadFull(conn, reply); err != nil {
		return nil, silent
	}
	return reply, nil
}

// focusByIPC asks sway or i3 to focus what criteria choose.
func focusByIPC(ctx context.Context, socket, criteria string) error {
	reply, err := ipc(ctx, socket, runCommand, "["+criteria+"] focus")
	if err != nil {
		return err
	}
	var results []struct {
		Success bool `json:"success"`
	}
	if json.Unmarshal(reply, &results) != nil || len(results) != 1 || !results[0].Success {
		return lang.Fault("its window manager finds no such window")
	}
	return nil
}

// node is a part of what sway shows, last of all a window.
type node struct {
	ID       int64  `json:"id"`
	PID      int    `json:"pid"`
	Name     string `json:"name"`
	Nodes    []node `json:"nodes"`
	Floating []node `json:"floating_nodes"`
}

// windowsOf are the windows in n of each process.
func (n node) windowsOf(found map[int][]node) {
	if n.PID != 0 {
		found[n.PID] = append(found[n.PID], n)
	}
	for _, child := range append(slices.Clone(n.Nodes), n.Floating...) {
		child.windowsOf(found)
	}
}

// swaySocket is where sway takes commands; empty without sway. We were started in its session, or the agent was.
func swaySocket(near surroundings) string {
	if s := os.Getenv("SWAYSOCK"); s != "" {
		return s
	}
	return near["SWAYSOCK"]
}

// focusInSway focuses the window of the nearest ancestor of p.PID that has one, whether it is an X window or not. Of
// several, it is the one with the session's title; nothing else tells them apart.
func focusInSway(ctx context.Context, p Place, near surroundings) (raised, error) {
	reply, err := ipc(ctx, swaySocket(near), getTree, "")
	if err != nil {
		return raised{}, err
	}
	var root node
	if err := json.Unmarshal(reply, &root); err != nil {
		return raised{}, lang.Fault("its window manager does not answer")
	}
	owned := map[int][]node{}
	root.windowsOf(owned)
	for host := range process.Ancestors(p.PID) {
		windows := owned[host]
		if len(windows) == 0 {
			continue
		}
		titles := make([]string, len(windows))
		for i, w := range windows {
			titles[i] = w.Name
		}
		i := p.among(titles)
		r := raised{host: host, windows: len(windows), guessed: i < 0 && len(windows) > 1}
		return r, focusByIPC(ctx, swaySocket(near), "con_id="+strconv.FormatInt(windows[max(i, 0)].ID, 10))
	}
	return raised{}, lang.Fault("its terminal has no window on this desktop")
}
