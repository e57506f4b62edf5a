package prefs

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"

	"dango/prefs/jsonedit"
)

func TestDecode(t *testing.T) {
	last := Default()
	last.Size, last.Hold.Codex = 1.5, time.Minute
	with := func(change func(*Config)) Config {
		c := Default()
		change(&c)
		return c
	}
	for _, c := range []struct {
		name, text string
		want       Config
		problems   []string
	}{
		{"empty object", `{}`, Default(), nil},
		{"every type", `{"version":1,"appearance":"dark","size":1,"keepUnseen":false,"hold":{"codex":"30s"}}`,
			with(func(c *Config) {
				c.Appearance, c.Size, c.KeepUnseen, c.Hold.Codex = "dark", 1, false, 30*time.Second
			}), nil},
		{"comments and trailing commas", "{\n// mine\n\"size\": 1, // big\n}",
			with(func(c *Config) { c.Size = 1 }), nil},
		{"a byte order mark", "\ufeff{\"size\":9}", with(func(c *Config) { c.Size = 1.5 }),
			[]string{"line 1, column 9: size is 9, allowed is a number from 0.35 to 3"}},
		{"a comment without a line end", `{"size":1} // mine`, with(func(c *Config) { c.Size = 1 }), nil},
		{"comments inside a list", "{\"doNotDisturbTimes\":[\n// lunch\n\"12:00-13:00\",\n]}",
			with(func(c *Config) { c.DoNotDisturbTimes = []string{"12:00-13:00"} }), nil},
		{"of two the last counts", "{\"size\":1,\n\"hold\":{\"codex\":\"1s\",\"codex\":\"2s\"},\"size\":2}",
			with(func(c *Config) { c.Size, c.Hold.Codex = 2, 2*time.Second }),
			[]string{
				"line 1, column 2: size is written again further down, and that counts",
				"line 2, column 9: hold.codex is written again further down, and that counts",
			}},
		{"numbers that are none for us", `{"size":1e999,"visibleBubbles":3.0,"events":{"port":99999999999999999999}}`,
			with(func(c *Config) { c.Size = 1.5 }), []string{
				"line 1, column 9: size is 1e999, allowed is a number from 0.35 to 3",
				"line 1, column 32: visibleBubbles is 3.0, allowed is a whole number from 1 to 20",
				"line 1, column 53: events.port is 99999999999999999999, allowed is a whole number from 1024 to 65535, or 0 for any free port",
			}},
		{"unknown keys are no problem", `{"colour":"red","listeners":{"aider":false}}`, Default(), nil},
		{"out of range keeps the last value", "{\n  \"size\": 9\n}", with(func(c *Config) { c.Size = 1.5 }),
			[]string{"line 2, column 11: size is 9, allowed is a number from 0.35 to 3"}},
		{"wrong type", `{"keepUnseen":"yes","size":"1"}`, with(func(c *Config) { c.Size = 1.5 }),
			[]string{
				`line 1, column 15: keepUnseen is "yes", allowed is true or false`,
				`line 1, column 28: size is "1", allowed is a number from 0.35 to 3`,
			}},
		{"null is no value", `{"keepUnseen":null}`, Default(),
			[]string{"line 1, column 15: keepUnseen is null, allowed is true or false"}},
		{"not one of the choices", `{"appearance":"blue"}`, Default(),
			[]string{`line 1, column 15: appearance is "blue", allowed is light, dark or system`}},
		{"a duration needs its unit", `{"hold":{"codex":"30"}}`, with(func(c *Config) { c.Hold.Codex = time.Minute }),
			[]string{`line 1, column 18: hold.codex is "30", allowed is a duration from 1s to 24h, such as "90s", or "0s" for no limit`}},
		{"a size that was allowed once", `{"size":0.3}`, with(func(c *Config) { c.Size = 0.35 }), nil},
		{"one bad key does not spoil the others", `{"size":0,"appearance":"light"}`,
			with(func(c *Config) { c.Size, c.Appearance = 1.5, "light" }),
			[]string{"line 1, column 9: size is 0, allowed is a number from 0.35 to 3"}},
		{"a theme cannot leave its folder", `{"theme":"../../etc"}`, Default(),
			[]string{`line 1, column 10: theme is "../../etc", allowed is "builtin", the id of a folder in themes, or the absolute path of a pet's folder`}},
		{"newer version is read as far as it is known", `{"version":2,"size":1}`, with(func(c *Config) { c.Size = 1 }),
			[]string{"line 1, column 12: version is 2, this Dango knows 1: " + ErrNewer.Error()}},
		{"version of the wrong type", `{"version":"1"}`, Default(),
			[]string{`line 1, column 12: version is "1", allowed is 1`}},
		{"a section that is no object", `{"hold":3}`, Default(),
			[]string{"line 1, column 9: hold is 3, allowed is an object: { … }"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := parse([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			got, problems := d.decode(last)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("decode(%s) (-want +got):\n%s", c.text, diff)
			}
			var said []string
			for _, p := range problems {
				said = append(said, p.Error())
			}
			if diff := cmp.Diff(c.problems, said); diff != "" {
				t.Errorf("problems of %s (-want +got):\n%s", c.text, diff)
			}
		})
	}
}

func TestParseSaysWhere(t *testing.T) {
	for _, c := range []struct {
		name, text   string
		line, column int
	}{
		{"cut off", "{\n  \"size\": 1,\n  \"hold\": {", 3, 12},
		{"missing comma", "{\n  \"size\": 1\n  \"theme\": \"x\"\n}", 3, 3},
		{"empty file", "", 1, 1},
		{"not an object", "\n [1]", 2, 2},
		{"not UTF-8", "{\n\"theme\": \"\xff\"}", 2, 11},
		{"columns are characters", "\ufeff{\"主题\": x}", 1, 8},
		{"NaN", `{"size": NaN}`, 1, 10},
		{"deeper than a parser can go", strings.Repeat("[", maxConfigBytes), 1, 10001},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := parse([]byte(c.text))
			var p Problem
			if !errors.As(err, &p) || p.Line != c.line || p.Column != c.column {
				t.Errorf("parse(%q) = %v, want line %d, column %d", c.text, err, c.line, c.column)
			}
		})
	}
}

func TestSetLeavesTheRestAlone(t *testing.T) {
	for _, c := range []struct{ name, text, key, value, want string }{
		{"value replaced in place", "{\n  // how big\n  \"size\" : 1, \"mine\":[1, 2]\n}\n", "size", "0.5",
			"{\n  // how big\n  \"size\" : 0.5, \"mine\":[1, 2]\n}\n"},
		{"key added", "{\"mine\": true}\n", "size", "0.5", "{\"mine\": true, \"size\": 0.5}\n"},
		{"section added", "{\n\t\"mine\": true\n}\n", "log.level", `"warn"`,
			"{\n\t\"mine\": true,\n\t\"log\": {\n\t\t\"level\": \"warn\"\n\t}\n}\n"},
		{"key added by the file's own manners", "\ufeff{\r\n    // mine\r\n  \"a\" :[1,\r\n 2],\r\n\r\n  \"log\":{}, }// end", "size", "0.5",
			"\ufeff{\r\n    // mine\r\n  \"a\" :[1,\r\n 2],\r\n\r\n  \"log\":{},\r\n  \"size\":0.5, }// end"},
		{"the one that counts", `{"size":1,"size":2}`, "size", "0.5", `{"size":1,"size":0.5}`},
		{"a folder's name", `{"theme":"a"}`, "theme", literal("/a & b"), `{"theme":"/a & b"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := parse([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			got, err := d.set(c.key, []byte(c.value))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("set(%s) (-want +got):\n%s", c.key, diff)
			}
		})
	}
}

func TestFreshFileIsTheDefaults(t *testing.T) {
	d, err := parse(fresh())
	if err != nil {
		t.Fatal(err)
	}
	got, problems := d.decode(Config{})
	if diff := cmp.Diff(Default(), got); diff != "" || len(problems) > 0 {
		t.Errorf("a fresh file reads as (-default +got):\n%s%v", diff, problems)
	}
	for _, s := range table {
		if d.find(s.Key) == nil {
			t.Errorf("a fresh file does not show %s", s.Key)
		}
	}
}

// Every field of Config has a row, and every row a field of its own: resetting all rows touches each field.
func TestTableCoversConfig(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range table {
		if seen[s.Key] {
			t.Errorf("%s has two rows", s.Key)
		}
		seen[s.Key] = true
		if !strings.HasSuffix(string(s.Doc), ".") || s.Allowed.String() == "" {
			t.Errorf("%s: a row needs a sentence and what is allowed", s.Key)
		}
	}
	for _, key := range leaves(reflect.TypeFor[Config](), "") {
		if !seen[key] {
			t.Errorf("the field %s has no row", key)
		}
		delete(seen, key)
	}
	for key := range seen {
		t.Errorf("the row %s has no field", key)
	}
}

// leaves lists the fields of a struct as dotted keys.
func leaves(typ reflect.Type, prefix string) []string {
	var keys []string
	for i := range typ.NumField() {
		f := typ.Field(i)
		key := prefix + strings.ToLower(f.Name[:1]) + f.Name[1:]
		if tag := f.Tag.Get("json"); tag != "" {
			key = prefix + tag // a name from elsewhere
		}
		if f.Type.Kind() == reflect.Struct {
			keys = append(keys, leaves(f.Type, key+".")...)
		} else {
			keys = append(keys, key)
		}
	}
	return keys
}

// Whatever stands in config.json: no panic, values that are allowed, and a write changes nothing that was there.
func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"version":1,"size":1,"hold":{"codex":"1m"}}`), 0.7)
	f.Add([]byte("{ // c\n \"listeners\": 3, \"a~/b\": {}, \"size\": 1e999 }"), 1.0)
	f.Add([]byte(`{"size":1,"size":2,}`), 2.0)
	f.Add([]byte("\ufeff{\r\n\"pets\":{/* none */},\r\n} // end"), 3.0)
	size, _ := Lookup("size")
	f.Fuzz(func(t *testing.T, text []byte, v float64) {
		d, err := parse(text)
		if err != nil {
			return
		}
		got, _ := d.decode(Default())
		for _, s := range table {
			if c := Default(); s.read([]byte(s.Value(&got)), &c) != nil {
				t.Fatalf("decode(%q) has %s %s, which is not allowed", text, s.Key, s.Value(&got))
			}
		}
		if !(v >= size.Range[0] && v <= size.Range[1]) {
			return
		}
		want := members(d)
		if d.find("size") == nil {
			want = append(want, "size")
		}
		out, err := d.set("size", []byte(literal(v)))
		if err != nil {
			t.Fatal(err)
		}
		again, err := parse(out)
		if err != nil {
			t.Fatalf("set made %q, which cannot be read: %v", out, err)
		}
		if got, _ := again.decode(Default()); got.Size != v {
			t.Fatalf("set(size, %v) made %q, read as %v", v, out, got.Size)
		}
		if diff := cmp.Diff(want, members(again)); diff != "" {
			t.Fatalf("set made %q of %q (-want +got):\n%s", out, text, diff)
		}
	})
}

// members lists what stands in the file, in its order; the size without its value.
func members(d *document) (all []string) {
	for _, m := range d.Root.Value.(*hujson.Object).Members {
		name := jsonedit.Name(&m)
		if name != "size" {
			name += string(pack(&m.Value))
		}
		all = append(all, name)
	}
	return all
}

func TestPetOf(t *testing.T) {
	c := Default()
	c.Theme, c.Pets = "cat", map[string]string{"codex": "dog"}
	for tool, want := range map[string]string{"codex": "dog", "claude-code": "cat", "": "cat"} {
		if got := c.PetOf(tool); got != want {
			t.Errorf("PetOf(%q) = %q, want %q", tool, got, want)
		}
	}
	d, err := parse([]byte(`{"pets":{"codex":"../x"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, problems := d.decode(c); len(problems) != 1 || got.PetOf("codex") != "dog" {
		t.Errorf("a pet outside of the themes folder is taken: %q, %v", got.Pets, problems)
	}
}
