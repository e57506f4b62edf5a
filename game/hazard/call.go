package hazard

import (
	"path"
	"strings"
)

// word is one of a command's words as its program gets it, and where it stands, in bytes.
type word struct {
	text     string
	from, to int
	inner    int  // where text begins, when it stands there letter by letter
	plain    bool // it does
	quoted   bool // a tilde in it is one
}

// call is a program with its words; the program is the first.
type call struct {
	name  string // without its folder
	words []word
	input []word // given to it on its standard input
}

func newCall(all []word) *call {
	return &call{name: strings.TrimSuffix(path.Base(all[0].text), ".exe"), words: all}
}

func (c *call) from() int { return c.words[0].from }
func (c *call) to() int   { return c.words[len(c.words)-1].to }

// line is the words with a space between each two, and where each ends in it.
func (c *call) line() (line string, ends []int) {
	var b strings.Builder
	for i, w := range c.words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.text)
		ends = append(ends, b.Len())
	}
	return b.String(), ends
}

// flag is the place of the first word that is one of the flags, letters or long names; -1: none is.
func (c *call) flag(any string) int {
	for i, w := range c.words[1:] {
		if w.text == "--" {
			break
		}
		for want := range strings.FieldsSeq(any) {
			if long, ok := strings.CutPrefix(w.text, "--"); ok {
				if name, _, _ := strings.Cut(long, "="); len(want) > 1 && name == want {
					return i + 1
				}
			} else if short, ok := strings.CutPrefix(w.text, "-"); ok && len(want) == 1 && strings.Contains(short, want) && letters(short) {
				return i + 1
			}
		}
	}
	return -1
}

func letters(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z' {
			return false
		}
	}
	return true
}

// verb is the place of the last of some verbs, with which the words that are no options begin. One place may have
// several verbs to choose from; -1: they are others.
func (c *call) verb(verbs string) int {
	want := strings.Fields(verbs)
	at := -1
	rest := c.operands(valued[c.name])
	switch {
	case len(rest) == 0:
	case c.name == "git": // any of them
		for _, v := range want {
			if c.words[rest[0]].text == v {
				at = rest[0]
			}
		}
	case len(rest) >= len(want):
		for i, v := range want {
			if c.words[rest[i]].text != v {
				return -1
			}
			at = rest[i]
		}
	}
	return at
}

// operands are the places of the words that are no options, nor values of the options named.
func (c *call) operands(valued string) (at []int) {
	for i := 1; i < len(c.words); i++ {
		text := c.words[i].text
		switch {
		case text == "--":
			for i++; i < len(c.words); i++ {
				at = append(at, i)
			}
		case len(text) > 1 && text[0] == '-':
			if takesValue(text, valued) {
				i++
			}
		default:
			at = append(at, i)
		}
	}
	return at
}

// takesValue says whether the word behind an option is its value.
func takesValue(option, valued string) bool {
	name := strings.TrimLeft(option, "-")
	for v := range strings.FieldsSeq(valued) {
		if name == v || len(v) == 1 && option[1] != '-' && strings.HasSuffix(name, v) && letters(name) {
			return true
		}
	}
	return false
}

// valued are the options of programs that have a value as a word of its own.
var valued = map[string]string{
	"git":    "C c git-dir work-tree namespace",
	"docker": "H host l log-level context config", "podman": "c connection url", "kubectl": "n namespace context cluster kubeconfig s server user",
	"oc": "n namespace context", "helm": "n namespace kube-context kubeconfig", "terraform": "chdir", "gsutil": "o h",
}

// carrier is a program that runs the command behind it.
type carrier struct {
	valued string // its options that have a value
	skip   int    // words that are no options and come before the command
	joined bool   // the words become a command for a shell
	away   bool   // on another machine, or in a container
}

var carriers = map[string]carrier{
	"sudo": {valued: "u g h p C T U r t D R user group host prompt chdir"}, "doas": {valued: "u C"}, "pkexec": {valued: "user"},
	"run0": {valued: "u user g group D chdir"}, "env": {valued: "u C unset chdir"}, "nohup": {}, "setsid": {}, "command": {}, "builtin": {},
	"exec": {valued: "a"}, "time": {valued: "f o"}, "nice": {valued: "n adjustment"}, "ionice": {valued: "c n p"}, "stdbuf": {valued: "i o e"},
	"timeout": {valued: "k s kill-after signal", skip: 1}, "watch": {valued: "n interval", joined: true}, "chroot": {skip: 1, away: true}, "busybox": {},
	"xargs":    {valued: "I n P L s d E a max-args max-procs delimiter arg-file"},
	"parallel": {valued: "j jobs", joined: true}, "eval": {joined: true}, "caffeinate": {valued: "t w"}, "doppler": {skip: 1},
	"ssh": {valued: "b c D E e F I i J L l m O o p Q R S W w", skip: 1, joined: true, away: true},
}

// carried gives the words of the command that a call runs, and how; nil when it runs none, or one that has words of its own.
func (c *call) carried() (rest []word, k carrier) {
	k, ok := carriers[c.name]
	if second := ""; !ok {
		if len(c.words) > 1 {
			second = c.words[1].text
		}
		switch {
		case (c.name == "docker" || c.name == "podman") && second == "exec":
			k = carrier{valued: "e u w env user workdir", skip: 2, away: true}
		case (c.name == "kubectl" || c.name == "oc" || c.name == "npm") && second == "exec":
			return c.behindDashes(), carrier{away: c.name != "npm"}
		default:
			return nil, k
		}
	}
	i, skip := 1, k.skip
	for ; i < len(c.words); i++ {
		text := c.words[i].text
		switch {
		case text == "--":
			i++
		case len(text) > 1 && text[0] == '-':
			if takesValue(text, k.valued) {
				i++
			}
			continue
		case c.name == "env" && strings.Contains(text, "="), c.name == "sudo" && assigns(text):
			continue
		case skip > 0:
			skip--
			continue
		}
		break
	}
	return c.words[min(i, len(c.words)):], k
}

func assigns(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && name != "" && strings.IndexFunc(name, func(r rune) bool { return r != '_' && !letters(string(r)) }) < 0
}

func (c *call) behindDashes() []word {
	for i, w := range c.words {
		if w.text == "--" {
			return c.words[i+1:]
		}
	}
	return nil
}

// shells run what they are given as a command, or as their standard input.
var shells = words("sh bash zsh dash ash ksh fish")

// interpreters run what comes in by their standard input when they are given no program.
var interpreters = words("python python2 python3 perl ruby node deno bun php")

// fetchers bring something from the network, decoders make something else of what they get.
var (
	fetchers = words("curl wget fetch http https aria2c")
	decoders = words("base64 base32 xxd openssl gpg gunzip zcat bunzip2 xz xzcat uudecode rev tr")
)

// script gives the place of the words that a shell is given as a command with -c; -1: none.
func (c *call) script() int {
	if !shells[c.name] && c.name != "su" {
		return -1
	}
	if i := c.flag("c"); i > 0 && i+1 < len(c.words) {
		return i + 1
	}
	return -1
}

// listens says whether a call runs what comes in by its standard input.
func (c *call) listens() bool {
	switch {
	case shells[c.name]:
		return c.flag("c") < 0 && (c.flag("s") > 0 || len(c.operands("o O rcfile init-file")) == 0)
	case interpreters[c.name]:
		for _, w := range c.words[1:] {
			if w.text != "-" && w.text != "-u" {
				return false
			}
		}
		return true
	case c.name == "source" || c.name == ".":
		return len(c.words) > 1 && (c.words[1].text == "/dev/stdin" || c.words[1].text == "-")
	}
	return false
}
