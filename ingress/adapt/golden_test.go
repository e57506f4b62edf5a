package adapt_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"dango/session/event"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the events anew; look at the difference before you commit it")

// example is one file of testdata/<agent>: a hook's JSON beside the event it becomes.
type example struct {
	Hook  json.RawMessage   `json:"hook"`
	Event *event.StateEvent `json:"event"`
}

func TestGolden(t *testing.T) {
	for tool := range meaning {
		files, err := filepath.Glob(filepath.Join("testdata", string(tool), "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no examples of %s: %v", tool, err)
		}
		for _, file := range files {
			t.Run(string(tool)+"/"+filepath.Base(file), func(t *testing.T) {
				raw, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				var want example
				if err := json.Unmarshal(raw, &want); err != nil {
					t.Fatal(err)
				}
				ev := parse(t, tool, string(want.Hook)).Event(now)
				got := indent(t, example{want.Hook, &ev})
				if *update {
					if err := os.WriteFile(file, got, 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				if diff := cmp.Diff(string(raw), string(got)); diff != "" {
					t.Errorf("event differs (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func indent(t *testing.T, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
