package wire

import "errors"

// Fault is what was wrong with bytes from outside, for counting. It never says what the bytes were.
type Fault uint8

const (
	TooLong      Fault = iota // a frame over MaxFrame
	HalfFrame                 // the stream ended inside a frame
	BadJSON                   // not JSON, or a field of another type
	WrongSchema               // another protocol version
	MissingField              // a required field is absent or empty

	Faults = iota // how many there are
)

var faultNames = [Faults]string{"frame too long", "half a frame", "bad JSON", "wrong schema", "missing field"}

func (f Fault) String() string { return faultNames[f] }

// Error says that bytes from outside were not a message. Its text carries none of their content.
type Error struct {
	Fault Fault
	Field string // the field meant, when it is known
	Err   error  // the cause, nil when the fault says it all
}

func (e *Error) Error() string {
	if e.Field != "" {
		return "wire: " + e.Fault.String() + ": " + e.Field
	}
	return "wire: " + e.Fault.String()
}

func (e *Error) Unwrap() error { return e.Err }

// FaultOf gives the fault inside err, and false when err is something else (an I/O error, io.EOF, nil).
func FaultOf(err error) (Fault, bool) {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Fault, true
	}
	return 0, false
}
