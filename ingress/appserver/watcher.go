package appserver

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"dango/session"
)

// watcher knows the threads of one app-server, connection after connection. The goroutine of Watch owns it.
type watcher struct {
	ctx     context.Context
	sink    Sink
	log     *slog.Logger
	now     func() time.Time
	threads map[string]*thread

	terminals func() []seat

	*client                   // the connection
	made    uint64            // connections so far
	joined  bool              // the last one came to an understanding
	asked   map[string]string // open requests of this connection, and the threads that ask
}

// attend listens until the connection ends.
func (w *watcher) attend(c *client, version string) error {
	ctx, cancel := context.WithCancel(w.ctx)
	defer cancel()
	defer c.conn.CloseNow()
	w.client, w.joined, w.asked = c, false, map[string]string{}
	w.made++
	messages, ended := make(chan message), make(chan error, 1)
	go func() { ended <- c.read(ctx, messages) }()
	w.greet(version)
	for {
		select {
		case m := <-messages:
			switch {
			case m.Method == "":
				w.answered(m)
			case m.ID != nil:
				w.ask(m)
			default:
				w.news(m)
			}
		case m := <-c.answers:
			_ = c.send(ctx, m) // when it fails, reading fails too
		case err := <-ended:
			w.left()
			return err
		}
	}
}

// greet introduces us and asks which threads there are. "experimentalApi" is what Codex's own clients say; without it
// questions do not come.
func (w *watcher) greet(version string) {
	who := map[string]any{
		"clientInfo":   map[string]string{"name": "dango", "title": "Dango", "version": version},
		"capabilities": map[string]bool{"experimentalApi": true},
	}
	w.call(w.ctx, "initialize", who, func(m message) {
		if m.Error != nil {
			w.log.Warn("codex's app-server does not want us", "error", m.Error.Message)
			return
		}
		w.joined = true
		_ = w.send(w.ctx, message{Method: "initialized"})
		w.call(w.ctx, "thread/list", struct{}{}, w.listed)
	})
}

// listed takes the newest threads, most of them not loaded, and asks which are.
func (w *watcher) listed(m message) {
	var list struct {
		Data []thread `json:"data"`
	}
	_ = json.Unmarshal(m.Result, &list) // what cannot be read is asked for one by one
	known := map[string]thread{}
	for _, t := range list.Data {
		known[t.ID] = t
	}
	at := w.now()
	w.call(w.ctx, "thread/loaded/list", struct{}{}, func(m message) {
		var loaded struct {
			Data []string `json:"data"`
		}
		_ = json.Unmarshal(m.Result, &loaded)
		lives := map[string]bool{}
		for _, id := range loaded.Data {
			lives[id] = true
			if t, ok := known[id]; ok {
				w.meet(t, false, at)
			} else {
				w.inquire(id, false)
			}
		}
		for id, t := range w.threads { // closed while we were away
			if !lives[id] {
				w.closed(t, at)
			}
		}
	})
}

// inquire asks about a thread that was only named so far; opened: a moment ago.
func (w *watcher) inquire(id string, opened bool) {
	at := w.now()
	w.call(w.ctx, "thread/read", map[string]string{"threadId": id}, func(m message) {
		var answer struct {
			Thread thread `json:"thread"`
		}
		if m.Error == nil && json.Unmarshal(m.Result, &answer) == nil && answer.Thread.ID == id {
			w.meet(answer.Thread, opened, at)
		}
	})
}

// news folds a notification.
func (w *watcher) news(m message) {
	var p struct {
		ThreadID  string          `json:"threadId"`
		Status    status          `json:"status"`
		Thread    *thread         `json:"thread"`
		RequestID json.RawMessage `json:"requestId"`
		Turn      *turn           `json:"turn"`
		Item      *item           `json:"item"`
	}
	if json.Unmarshal(m.Params, &p) != nil {
		return
	}
	at := w.now()
	if m.EmittedAtMs != 0 {
		at = time.UnixMilli(m.EmittedAtMs)
	}
	t := w.threads[p.ThreadID]
	switch m.Method {
	case "thread/started":
		if p.Thread != nil {
			w.meet(*p.Thread, true, at)
		}
	case "thread/status/changed":
		switch {
		case t != nil:
			w.changed(t, p.Status, at)
		case p.Status.Type != notLoaded:
			w.inquire(p.ThreadID, true)
		}
	case "thread/closed":
		if t != nil {
			w.closed(t, at)
		}
	case "serverRequest/resolved":
		w.resolved(p.RequestID, at)
	case "item/started":
		if t != nil && p.Item != nil {
			t.began(*p.Item)
		}
	case "turn/completed":
		if t != nil && p.Turn != nil {
			w.completed(t, *p.Turn, at)
		}
	}
}

// left says that the connection has ended: nobody can be answered any more.
func (w *watcher) left() {
	for id := range w.asked {
		w.submit(session.Item{Command: &session.Command{Kind: session.Drop, Request: id}})
	}
	for _, t := range w.threads {
		t.subscribed = false
		if t.main() {
			w.tell(session.Evidence{Kind: session.SawUnserved, Key: t.key(), At: w.now()})
		}
	}
}

// abandon says that the app-server itself has gone, and its threads with it.
func (w *watcher) abandon() {
	for _, t := range w.threads {
		w.closed(t, w.now())
	}
}

func (w *watcher) tell(v session.Evidence) { w.submit(session.Item{Evidence: &v}) }

func (w *watcher) submit(it session.Item) {
	_ = w.sink.SubmitWait(w.ctx, it) // an error means that ctx has ended
}
