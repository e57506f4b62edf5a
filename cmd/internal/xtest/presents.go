//go:build linux

package xtest

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"
)

// Presents counts how often something was drawn into a window.
type Presents struct {
	conn      *xgb.Conn
	n, pixels atomic.Int64
}

// Presents begins to count what id shows. Close ends that.
func (d *Display) Presents(id xproto.Window) (*Presents, error) {
	conn, err := xgb.NewConnDisplay(d.name)
	if err != nil {
		return nil, fmt.Errorf("xtest: connect to %s: %w", d.name, err)
	}
	p := &Presents{conn: conn}
	if err := p.begin(id); err != nil {
		conn.Close()
		return nil, fmt.Errorf("xtest: count what window %d shows: %w", id, err)
	}
	go p.count()
	return p, nil
}

func (p *Presents) begin(id xproto.Window) error {
	if err := extend(p.conn); err != nil {
		return err
	}
	if _, err := damage.QueryVersion(p.conn, 1, 1).Reply(); err != nil {
		return err
	}
	watch, err := damage.NewDamageId(p.conn)
	if err != nil {
		return err
	}
	return damage.CreateChecked(p.conn, watch, xproto.Drawable(id), damage.ReportLevelRawRectangles).Check()
}

func (p *Presents) count() {
	for {
		e, err := p.conn.WaitForEvent()
		switch e := e.(type) {
		case damage.NotifyEvent:
			p.n.Add(1)
			p.pixels.Add(int64(e.Area.Width) * int64(e.Area.Height))
		case nil:
			if err == nil {
				return // closed
			}
		}
	}
}

// Count is how often that was so far. It may be called from any goroutine.
func (p *Presents) Count() int { return int(p.n.Load()) }

// Pixels is how many pixels were drawn so far, each time they were. It may be called from any goroutine.
func (p *Presents) Pixels() int { return int(p.pixels.Load()) }

// Stop waits until nothing has been drawn for so long.
func (p *Presents) Stop(long time.Duration) error {
	n, since := -1, time.Now()
	return Wait("nothing to be drawn any more", func() (bool, error) {
		if now := p.Count(); now != n {
			n, since = now, time.Now()
		}
		return time.Since(since) >= long, nil
	})
}

// Close ends the counting.
func (p *Presents) Close() { p.conn.Close() }
