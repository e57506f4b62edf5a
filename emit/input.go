package emit

import (
	"encoding/json"
	"io"
	"os"
	"time"
)

const (
	// inputTimeout ends a hook whose input does not come, or does not go on; agents write it at once. On a busy machine all of
	// a large one may take longer.
	inputTimeout = 5 * time.Second
	// maxInput is more than any hook sends; a tool's whole response may be in it.
	maxInput = 64 << 20
)

// read takes the first JSON value of in and does not wait for what may follow: some agents keep the pipe open.
func read(in *os.File) ([]byte, bool) {
	var value json.RawMessage
	from := io.LimitReader(impatient(in, inputTimeout), maxInput)
	if err := json.NewDecoder(from).Decode(&value); err != nil {
		return nil, false
	}
	return value, true
}
