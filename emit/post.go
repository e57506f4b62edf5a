package emit

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dango/ingress/sock"
)

// endpointVariable names another place to send events to, such as http://127.0.0.1:17321/events.
const endpointVariable = "DANGO_EVENTS_URL"

// post sends an event over HTTP, written by hand: package net/http would double what a hook costs.
func post(home string, e *petEvent) error {
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	c, host, page, err := dialEvents(home)
	if err != nil {
		return err
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(postTimeout))
	_, err = fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		page, host, len(body), body)
	if err != nil {
		return err
	}
	status, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		return err
	}
	if fields := strings.Fields(status); len(fields) < 2 || fields[1] != "202" {
		return errors.New("answered " + oneLine(status))
	}
	return nil
}

// dialEvents connects to the local socket, or to where the user's environment says.
func dialEvents(home string) (c net.Conn, host, page string, err error) {
	where := os.Getenv(endpointVariable)
	if where == "" {
		c, err = sock.Dial(sock.Path(home), postTimeout)
		return c, "dango", "/events", err
	}
	u, err := url.Parse(where)
	if err != nil || u.Scheme != "http" || u.Port() == "" {
		return nil, "", "", errors.New(endpointVariable + " must look like http://127.0.0.1:17321/events")
	}
	c, err = net.DialTimeout("tcp", u.Host, postTimeout)
	return c, u.Host, firstOf(u.EscapedPath(), "/events"), err
}

// maxJournal is where a journal begins anew, in bytes.
const maxJournal = 1 << 20

// journal is a file with a line a hook: what was made of it, not what it said.
type journal struct{ path string }

type journalLine struct {
	Timestamp time.Time `json:"timestamp"`
	Status    string    `json:"status"`
	Source    string    `json:"source,omitempty"`
	Type      string    `json:"type,omitempty"`
	State     string    `json:"state,omitempty"`
	Level     string    `json:"level,omitempty"`
	DedupeKey string    `json:"dedupeKey,omitempty"`
	Endpoint  string    `json:"endpoint,omitempty"`
	Error     string    `json:"error,omitempty"`
}

// add writes one line. A journal that cannot be written is none.
func (j journal) add(status string, e *petEvent, err error) {
	l := journalLine{Timestamp: time.Now().UTC(), Status: status, Endpoint: firstOf(os.Getenv(endpointVariable), "socket")}
	if e != nil {
		l.Source, l.Type, l.State, l.Level, l.DedupeKey = e.Source, e.Type, e.State, e.Level, e.DedupeKey
	}
	if err != nil {
		l.Error = err.Error()
	}
	text, merr := json.Marshal(l)
	if merr != nil || os.MkdirAll(filepath.Dir(j.path), 0o700) != nil {
		return
	}
	mode := os.O_APPEND
	if info, err := os.Stat(j.path); err == nil && info.Size() > maxJournal {
		mode = os.O_TRUNC
	}
	f, oerr := os.OpenFile(j.path, os.O_CREATE|os.O_WRONLY|mode, 0o600)
	if oerr != nil {
		return
	}
	defer f.Close()
	f.Write(append(text, '\n'))
}
