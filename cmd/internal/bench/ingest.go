//go:build linux

package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"dango/cmd/internal/e2e"
	"dango/cmd/internal/xtest"
	"dango/ingress/control"
	"dango/ingress/sock"
	"dango/ingress/wire"
	"dango/session/event"
)

const (
	senders       = 4
	perSender     = 25_000
	eventSessions = 200
)

// ingest pours events into a real core without a window, as fast as it takes them, and counts what arrived.
func ingest(p e2e.Programs) ([]row, error) {
	home, err := os.MkdirTemp("", "bench-home-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	core, err := startCore(p, home)
	if err != nil {
		return nil, err
	}
	defer core.Stop()
	socket := sock.Path(home)
	client := control.NewClient(socket)

	begin := time.Now()
	var group errgroup.Group
	for i := range senders {
		group.Go(func() error { return pour(socket, i) })
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var counts map[string]uint64
	err = xtest.Wait("all events to be counted", func() (bool, error) {
		counts, err = client.Counters(context.Background())
		return counts["events"]+counts["lost"] >= senders*perSender, err
	})
	if err != nil {
		return nil, fmt.Errorf("%w; counted: %v", err, counts)
	}
	rate := float64(counts["events"]) / time.Since(begin).Seconds()
	return []row{{
		"sustained ingest, " + strconv.Itoa(eventSessions) + " sessions", "≥ 5,000 events a second, none lost",
		fmt.Sprintf("%.0f events a second, %d lost", rate, senders*perSender-int(counts["events"])),
	}}, nil
}

// pour sends one sender's share over one connection.
func pour(socket string, sender int) error {
	conn, err := sock.Dial(socket, 2*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	kinds := []event.Kind{event.UserPrompt, event.PreToolUse, event.PostToolUse, event.Stop}
	var frame []byte
	for i := range perSender {
		ev := event.StateEvent{
			Schema: event.Schema, Tool: event.Custom, Timestamp: time.Now(),
			SessionID: strconv.Itoa((i*senders + sender) % eventSessions),
			Kind:      kinds[i/eventSessions%len(kinds)],
			Cwd:       filepath.Join("/home/dev", strconv.Itoa(i%7)),
			Payload:   &event.Payload{ToolName: "Bash"},
		}
		if frame, err = wire.AppendEvent(frame[:0], &ev); err != nil {
			return err
		}
		if _, err := conn.Write(frame); err != nil {
			return err
		}
	}
	return closeWrite(conn)
}

// closeWrite says that nothing more comes, so that the other side reads to the end.
func closeWrite(conn net.Conn) error {
	if c, ok := conn.(*net.UnixConn); ok {
		return c.CloseWrite()
	}
	return nil
}
