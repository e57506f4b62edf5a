package rollout

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"dango/ingress/codex"
	"dango/session"
)

const (
	// maxHead bounds the first line: it holds the model's instructions.
	maxHead = 512 << 10

	// tailSize is how much of the end of a file is read when it is opened, and at a time when it has grown. A line that is
	// longer, a picture for one, is skipped.
	tailSize = 256 << 10
)

// file is one rollout that is followed.
type file struct {
	path    string
	meta    meta
	process session.Process // zero: not proven

	replaces session.Key // of the thread that its process showed before
	offset   int64       // of what was not read yet
	partial  bool        // offset lies within a line that is to be skipped
	opened   bool        // the turn that went on when it was opened has been told
	read     time.Time
	turn     turn
	title    string // the first prompt
}

var errForeign = errors.New("not a rollout")

// openFile reads the head of a rollout, and places itself so that the end is read next.
func openFile(path string) (*file, error) {
	in, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	lines := bufio.NewReaderSize(io.LimitReader(in, maxHead), 32<<10)
	head, err := lines.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("rollout: read the head of %s: %w", path, err)
	}
	f := &file{path: path, offset: int64(len(head))}
	if f.meta, err = readMeta(head); err != nil {
		return nil, fmt.Errorf("rollout: read the head of %s: %w", path, err)
	}
	f.title = firstPrompt(lines)
	if size-f.offset > tailSize {
		f.offset, f.partial = size-tailSize, true
	}
	return f, nil
}

func openRegular(path string) (*os.File, int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for its writer
		return nil, 0, fmt.Errorf("rollout: open %s: %w", path, errForeign)
	}
	in, err := os.Open(path)
	return in, info.Size(), err
}

// advance reads the lines that were appended and gives what they tell. When the file was just opened, that is the turn
// that goes on or ended last.
func (f *file) advance() (items []session.Item) {
	in, size, err := openRegular(f.path)
	if err != nil {
		return nil
	}
	defer in.Close()
	f.read = time.Now()
	switch {
	case f.offset > size: // another file by the same name
		f.offset, f.partial = size, false
	case size-f.offset > 4*tailSize: // a burst; how it ends counts
		f.offset, f.partial = size-tailSize, true
	}
	buf := make([]byte, tailSize)
	for {
		n, err := in.ReadAt(buf, f.offset)
		items = f.lines(buf[:n], items)
		if n < len(buf) || err != nil {
			break
		}
	}
	if !f.opened {
		f.opened = true
		if !f.turn.begun && f.meta.relation() == codex.OfUser { // a long turn, of which the end was read
			it := f.sawSession(f.read)
			if !f.turn.over && f.turn.acted {
				it.Evidence.Status = session.StatusBusy
			}
			items = append([]session.Item{it}, items...)
		}
	}
	return items
}

// firstPrompt is the first thing that the user said in the lines; empty when it lies further behind.
func firstPrompt(lines *bufio.Reader) string {
	for {
		raw, err := lines.ReadBytes('\n')
		if err != nil {
			return ""
		}
		switch l, _ := readLine(raw); {
		case l.Payload.Type == "user_message":
			return l.Payload.Message
		case l.Payload.Item.Type == "UserMessage":
			return l.Payload.Item.text()
		}
	}
}

// lines decodes the whole lines in chunk and moves the offset behind them.
func (f *file) lines(chunk []byte, items []session.Item) []session.Item {
	for {
		end := bytes.IndexByte(chunk, '\n')
		if end < 0 {
			break
		}
		if line := chunk[:end]; !f.partial {
			if told, begins := f.tell(line); begins && !f.opened {
				items = append(items[:0], told...) // earlier turns are over
			} else {
				items = append(items, told...)
			}
		}
		f.partial = false
		f.offset += int64(end + 1)
		chunk = chunk[end+1:]
	}
	if len(chunk) == tailSize { // one line that is longer than all we read at a time
		f.partial = true
		f.offset += int64(len(chunk))
	}
	return items
}
