package hazard

import (
	"path"
	"regexp"
	"strings"

	"dango/prefs/lang"
)

// homeOf is the home folder that a folder lies in; "" when it cannot be told.
func homeOf(dir string) string {
	if m := homes.FindString(dir + "/"); m != "" {
		return strings.TrimSuffix(m, "/")
	}
	return ""
}

var (
	homes    = regexp.MustCompile(`^(?:/home/[^/]+|/Users/[^/]+|/root)/`)
	secrets  = regexp.MustCompile(`^(?:~|/home/[^/]+|/Users/[^/]+|/root)/(?:\.(?:ssh|aws|gnupg|kube|azure)\b|\.(?:netrc|pgpass|npmrc|pypirc|git-credentials)$|\.docker/config\.json$|\.config/(?:gh|gcloud)\b)`)
	settings = regexp.MustCompile(`^~/\.\w`)
	system   = regexp.MustCompile(`^/(?:etc|usr|bin|sbin|boot|lib|lib64|opt|root|var|System|Library)/`)
	disks    = regexp.MustCompile(`^/dev/(?:sd|nvme|hd|vd|mapper|disk|rdisk|mmcblk)`)
	passing  = regexp.MustCompile(`^(?:/tmp|/var/tmp|/var/folders|/private/tmp|/dev/shm)/.|^/dev/(?:null|zero|tty|std\w+|fd/\d+)$`)
)

// full is a path without . and .., from the root or from the home, which is "~". "": it depends on what cannot be known.
func (r *reader) full(w word) string {
	p := w.text
	switch {
	case (p == "~" || strings.HasPrefix(p, "~/")) && !w.quoted:
		return r.below(p[1:])
	case p == "$HOME" || strings.HasPrefix(p, "$HOME/"):
		return r.below(strings.TrimPrefix(p, "$HOME"))
	case p == "" || strings.ContainsAny(p, "$`") || p[0] == '~':
		return ""
	case p[0] != '/':
		if r.dir == "" {
			return ""
		}
		p = r.dir + "/" + p
	}
	return r.short(path.Clean(p))
}

// below is what lies in the home.
func (r *reader) below(p string) string {
	if r.home != "" {
		return r.short(path.Clean(r.home + p))
	}
	if strings.Contains(p, "..") {
		return ""
	}
	return path.Clean("~" + p)
}

// short writes what lies in the home with a tilde.
func (r *reader) short(p string) string {
	if r.home != "" && (p == r.home || strings.HasPrefix(p, r.home+"/")) {
		return "~" + strings.TrimPrefix(p, r.home)
	}
	return p
}

// writes says what harm it can do to change a file; "" = none that is seen.
func (r *reader) writes(w word) lang.Text {
	p := r.full(w)
	cwd := r.short(r.cwd)
	switch {
	case p == "" || cwd != "" && (p == cwd || strings.HasPrefix(p, cwd+"/")):
		return ""
	case disks.MatchString(p):
		return overDisk
	case passing.MatchString(p):
		return ""
	case settings.MatchString(p):
		return writesHome
	case system.MatchString(p):
		return writesSystem
	case cwd == "" && p[0] != '~':
		return ""
	}
	return outside
}

// changed are the words of a call that name files it changes.
func (c *call) changed() (all []word) {
	last := func(valued string) {
		if at := c.operands(valued); len(at) > 1 {
			all = append(all, c.words[at[len(at)-1]])
		}
	}
	every := func(valued string, but int) {
		for _, i := range c.operands(valued)[min(but, len(c.operands(valued))):] {
			all = append(all, c.words[i])
		}
	}
	switch c.name {
	case "tee", "touch", "mkdir", "rmdir", "rm", "unlink", "truncate", "shred":
		every("s size r reference m mode n iterations", 0)
	case "chmod", "chown", "chgrp":
		every("", 1)
	case "cp", "ln", "install", "rsync", "scp":
		last("t target-directory m mode o owner g group e rsh")
		c.valueOf(&all, "t target-directory")
	case "mv":
		every("t target-directory S suffix", 0)
		c.valueOf(&all, "t target-directory")
	case "sed", "perl":
		if c.flag("i in-place") > 0 || c.flag("pi ni") > 0 {
			every("e f expression file", 1)
		}
	case "curl":
		c.valueOf(&all, "o output")
	case "wget":
		c.valueOf(&all, "O output-document P directory-prefix")
	case "tar":
		if c.flag("x extract") > 0 || len(c.words) > 1 && strings.HasPrefix(c.words[1].text, "x") {
			c.valueOf(&all, "C directory")
		}
	case "unzip":
		c.valueOf(&all, "d")
	}
	return all
}

// valueOf appends the values of some options.
func (c *call) valueOf(all *[]word, options string) {
	for i, w := range c.words[1:] {
		if i+2 < len(c.words) && len(w.text) > 1 && w.text[0] == '-' && takesValue(w.text, options) {
			*all = append(*all, c.words[i+2])
		}
	}
}
