package wire_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"dango/ingress/wire"
	"dango/session/event"

	"github.com/google/go-cmp/cmp"
)

var sample = event.StateEvent{
	Schema: event.Schema, SessionID: "s", Tool: event.ClaudeCode, Kind: event.PermissionAsk,
	Timestamp: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Cwd: "/p", RequestID: "r", AgentPID: 7, AgentStart: 1 << 60,
	Payload: &event.Payload{ToolName: "Bash", ToolInput: json.RawMessage(`{"command":"ls <b>"}`), Background: []event.Background{}},
}

func TestEventsGoThere(t *testing.T) {
	frame, err := wire.AppendEvent(nil, &sample)
	if err != nil {
		t.Fatal(err)
	}
	if n := binary.BigEndian.Uint32(frame); int(n) != len(frame)-4 {
		t.Errorf("length says %d, frame has %d", n, len(frame)-4)
	}
	two := bytes.NewReader(append(frame, frame...))
	var buf []byte
	for range 2 {
		if buf, err = wire.ReadFrame(iotest.OneByteReader(two), buf); err != nil {
			t.Fatal(err)
		}
		got, err := wire.DecodeEvent(buf)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(sample, got); diff != "" { // its input to the byte: an answer echoes it
			t.Errorf("event changed (-sent +got):\n%s", diff)
		}
	}
	if _, err := wire.ReadFrame(two, buf); err != io.EOF {
		t.Errorf("after the last frame: %v, want io.EOF", err)
	}
}

func TestAnswersComeBack(t *testing.T) {
	want := event.Answer{Schema: event.Schema, RequestID: "r", Decision: event.Deny, Reason: "no"}
	frame, err := wire.AppendAnswer([]byte("before"), &want)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := wire.ReadFrame(bytes.NewReader(frame[len("before"):]), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := wire.DecodeAnswer(payload); err != nil || !cmp.Equal(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Everything that can be wrong with a frame is counted under one name.
func TestFaultsOfFrames(t *testing.T) {
	long := binary.BigEndian.AppendUint32(nil, wire.MaxFrame+1)
	for _, c := range []struct {
		name, in string
		want     wire.Fault
	}{
		{"half a length", "\x00\x00", wire.HalfFrame},
		{"no body", "\x00\x00\x00\x05", wire.HalfFrame},
		{"half a body", "\x00\x00\x00\x05ab", wire.HalfFrame},
		{"one byte too long", string(long), wire.TooLong},
		{"an HTTP request", "GET / HTTP/1.1\r\n", wire.TooLong},
	} {
		_, err := wire.ReadFrame(strings.NewReader(c.in), nil)
		if got, ok := wire.FaultOf(err); !ok || got != c.want {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if _, err := wire.AppendFrame(nil, make([]byte, wire.MaxFrame+1)); err == nil {
		t.Error("AppendFrame took a payload that no reader would")
	}
	broken := errors.New("broken")
	if _, err := wire.ReadFrame(iotest.ErrReader(broken), nil); !errors.Is(err, broken) {
		t.Errorf("the reader's own error became %v", err)
	}
	if _, ok := wire.FaultOf(broken); ok {
		t.Error("FaultOf counts an I/O error")
	}
}

func TestFaultsOfEvents(t *testing.T) {
	const head = `{"schema":1,"sessionId":"s","tool":"codex","event":"stop","timestamp":"2026-11-30T12:00:00Z"`
	for _, c := range []struct {
		name, in string
		want     wire.Fault
	}{
		{"nothing", "", wire.BadJSON},
		{"text", "hello", wire.BadJSON},
		{"half", head, wire.BadJSON},
		{"two values", head + "}{}", wire.BadJSON},
		{"a list", "[]", wire.BadJSON},
		{"no schema", `{"sessionId":"s"}`, wire.WrongSchema},
		{"another schema", strings.Replace(head, "1", "2", 1) + "}", wire.WrongSchema},
		{"another schema with other types", `{"schema":2,"sessionId":["s"]}`, wire.WrongSchema},
		{"schema as text", `{"schema":"1"}`, wire.WrongSchema},
		{"a field of another type", head + `,"cwd":7}`, wire.BadJSON},
		{"no session", strings.Replace(head, `"s"`, `""`, 1) + "}", wire.MissingField},
		{"no tool", strings.Replace(head, `"tool"`, `"t"`, 1) + "}", wire.MissingField},
		{"no event", strings.Replace(head, `"event"`, `"e"`, 1) + "}", wire.MissingField},
		{"no time", strings.Replace(head, `"timestamp"`, `"t"`, 1) + "}", wire.MissingField},
	} {
		_, err := wire.DecodeEvent([]byte(c.in))
		if got, ok := wire.FaultOf(err); !ok || got != c.want {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	for in, want := range map[string]event.Kind{
		head + `,"brandNew":{"deep":[1]}}`:                       event.Stop,
		strings.Replace(head, `"stop"`, `"brand_new"`, 1) + "}":  event.Unknown,
		strings.Replace(head, `"stop"`, `"handed_off"`, 1) + "}": event.Unknown, // only the keeper may say so
	} {
		if got, err := wire.DecodeEvent([]byte(in)); err != nil || got.Kind != want {
			t.Errorf("DecodeEvent(%s) = %v, %v; want %v", in, got.Kind, err, want)
		}
	}
}

func TestFaultsOfAnswers(t *testing.T) {
	for in, want := range map[string]wire.Fault{
		`{"schema":1,"decision":"allow"}`:                   wire.MissingField,
		`{"schema":1,"requestId":"r"}`:                      wire.MissingField,
		`{"schema":1,"requestId":"r","decision":"maybe"}`:   wire.MissingField,
		`{"schema":3,"requestId":"r","decision":"allow"}`:   wire.WrongSchema,
		`{"schema":1,"requestId":"r","decision":{"a":"b"}}`: wire.BadJSON,
	} {
		_, err := wire.DecodeAnswer([]byte(in))
		if got, ok := wire.FaultOf(err); !ok || got != want {
			t.Errorf("DecodeAnswer(%s): %v, want %v", in, err, want)
		}
	}
}

// An error's text ends up in a log, which must not hold what the bytes were.
func TestErrorsCarryNoContent(t *testing.T) {
	for _, in := range []string{`{"schema":1,"sessionId":"s3cret"`, `{"schema":1,"cwd":"x","sessionId":{"s3cret":1}}`, "s3cret"} {
		if _, err := wire.DecodeEvent([]byte(in)); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("DecodeEvent(%s): %v", in, err)
		}
	}
}

// A client that announces a long frame and sends nothing gets no more memory than it sends.
func TestAnnouncedLengthCostsNothing(t *testing.T) {
	r := &widest{Reader: bytes.NewReader(append(binary.BigEndian.AppendUint32(nil, wire.MaxFrame), 1, 2, 3))}
	wire.ReadFrame(r, nil)
	if r.most > 64<<10 {
		t.Errorf("room for %d bytes was made before they came", r.most)
	}
}

// widest remembers the largest buffer that it was asked to fill.
type widest struct {
	io.Reader
	most int
}

func (w *widest) Read(p []byte) (int, error) {
	w.most = max(w.most, len(p))
	return w.Reader.Read(p)
}

// FuzzReadFrame reads frame after frame. Whatever is accepted must come out again byte for byte, and what decodes
// as an event must survive another trip.
func FuzzReadFrame(f *testing.F) {
	good, err := wire.AppendEvent(nil, &sample)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{
		{}, {0}, {0, 0, 0, 0}, {0, 0, 0, 2, '{', '}'}, {0xff, 0xff, 0xff, 0xff}, {0, 0x10, 0, 1},
		good, good[:len(good)-1], append(bytes.Clone(good), good...), []byte("GET / HTTP/1.1\r\n\r\n"),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r, read := bytes.NewReader(in), 0
		for {
			payload, err := wire.ReadFrame(r, nil)
			if err != nil {
				if _, ok := wire.FaultOf(err); !ok && err != io.EOF {
					t.Fatalf("an error without a name: %v", err)
				}
				return
			}
			frame, err := wire.AppendFrame(nil, payload)
			if err != nil || !bytes.Equal(frame, in[read:read+len(frame)]) {
				t.Fatalf("frame at %d came out as %x, %v", read, frame, err)
			}
			read += len(frame)
			ev, err := wire.DecodeEvent(payload)
			if err != nil {
				continue
			}
			again, err := wire.AppendEvent(nil, &ev)
			if fault, _ := wire.FaultOf(err); err != nil && fault != wire.TooLong { // escapes may make it longer
				t.Fatal(err)
			}
			if err == nil {
				if back, err := wire.DecodeEvent(again[4:]); err != nil || back.Kind != ev.Kind || back.SessionID != ev.SessionID {
					t.Fatalf("second trip: %+v, %v", back, err)
				}
			}
		}
	})
}
