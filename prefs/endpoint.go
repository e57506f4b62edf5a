package prefs

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// Endpoint is the file run/endpoint: where a running Dango listens, for scripts. It is the user's alone, because of
// the token.
type Endpoint struct {
	URL    string    `json:"url,omitempty"` // of the event API; "" when its port could not be had
	Token  string    `json:"token"`         // new with every start
	Socket string    `json:"socket"`        // speaks the same, without a token
	PID    int       `json:"pid"`
	Since  time.Time `json:"since"`
}

// WriteEndpoint replaces run/endpoint.
func (p Paths) WriteEndpoint(e Endpoint) error {
	text, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	if err := replace(p.Endpoint(), append(text, '\n')); err != nil {
		return fmt.Errorf("prefs: write %s: %w", p.Endpoint(), err)
	}
	return nil
}

// WriteProgram notes where the program of the pet lies.
func (p Paths) WriteProgram(path string) error {
	if err := replace(p.Program(), []byte(path+"\n")); err != nil {
		return fmt.Errorf("prefs: write %s: %w", p.Program(), err)
	}
	return nil
}

// ReadEndpoint reads run/endpoint. It may be left over from a Dango that crashed.
func (p Paths) ReadEndpoint() (e Endpoint, err error) {
	text, err := os.ReadFile(p.Endpoint())
	if err == nil {
		err = json.Unmarshal(text, &e)
	}
	if err != nil {
		return Endpoint{}, fmt.Errorf("prefs: read %s: %w", p.Endpoint(), err)
	}
	return e, nil
}
