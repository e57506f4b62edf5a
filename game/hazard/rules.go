package hazard

import (
	"path"
	"regexp"
	"strings"

	"dango/prefs/lang"
)

// rule says which calls of a program can do harm. All that it names must hold.
type rule struct {
	programs string         // any of these; a star stands for any letters
	verbs    string         // the first words that are no options
	flags    string         // any of these: letters, or long names
	line     *regexp.Regexp // the call's words, with one space in between
	unless   string         // none of these flags
	upto     reach
	why      lang.Text
}

// reach is how far the mark of a rule goes.
type reach uint8

const (
	toFlag reach = iota // to the flag that makes the harm, or the last verb
	toEnd               // what it works on, too
	toName              // the program alone
)

var rules = []rule{
	{programs: "rm", flags: "r R recursive", upto: toEnd, why: deletesFolders},
	{programs: "rm", flags: "f force", upto: toEnd, why: deletesFiles},
	{programs: "Remove-Item ri", line: match(`(?i)\s-r\w*`), upto: toEnd, why: deletesFolders},
	{programs: "rd rmdir", line: match(`(?i)\s/s\b`), upto: toEnd, why: deletesFolders},
	{programs: "shred srm", upto: toEnd, why: deletesFiles},
	{programs: "find fd", line: match(`\s-delete\b`), upto: toEnd, why: deletesFound},

	{programs: "git", verbs: "push", flags: "f force force-with-lease force-if-includes mirror", why: overwritesHistory},
	{programs: "git", verbs: "push", line: match(`\s\+\w`), upto: toEnd, why: overwritesHistory},
	{programs: "git", verbs: "push", flags: "d delete prune", why: deletesBranch},
	{programs: "git", verbs: "push", line: match(`\s:\w`), upto: toEnd, why: deletesBranch},
	{programs: "gh", verbs: "repo delete", upto: toEnd, why: deletesRepository},
	{programs: "git", verbs: "reset", flags: "hard merge", why: losesChanges},
	{programs: "git", verbs: "clean", flags: "f force", unless: "n dry-run", why: deletesUnknown},
	{programs: "git", verbs: "checkout", line: match(`\s(?:--|\.)(?:\s|$)`), upto: toEnd, why: losesChanges},
	{programs: "git", verbs: "checkout switch", flags: "f force discard-changes", why: losesChanges},
	{programs: "git", verbs: "restore", unless: "S staged", upto: toEnd, why: losesChanges},
	{programs: "git", verbs: "stash", line: match(`\s(?:drop|clear)\b`), why: losesChanges},
	{programs: "git", verbs: "branch", flags: "D", why: deletesUnmerged},
	{programs: "git", verbs: "commit", flags: "n", why: skipsChecks},

	{programs: "sudo doas pkexec run0", upto: toName, why: asAdministrator},
	{programs: "chmod", line: match(`\s(?:[0-7]?777|(?:[ugo]*o|a)[-+=,ugorwxX]*[+=][rxX]*w\w*)\b`), why: openToAll},
	{programs: "chmod chown chgrp", flags: "R recursive", why: changesRights},

	{programs: "dd", line: match(`\sof=(?:[^/\s]|/[^d]|/d[^e]|/dev/[^n])`), upto: toEnd, why: overFile},
	{programs: "mkfs* mke2fs wipefs blkdiscard", upto: toEnd, why: formatsDisk},
	{programs: "fdisk parted sfdisk sgdisk gdisk", unless: "l list", upto: toEnd, why: formatsDisk},
	{programs: "diskutil", line: match(`(?i)\s(?:erase|partition)\w*`), upto: toEnd, why: formatsDisk},

	{programs: "shutdown reboot poweroff halt", upto: toEnd, why: stopsMachine},
	{programs: "systemctl loginctl", line: match(`\s(?:reboot|poweroff|halt|kexec)\b`), upto: toEnd, why: stopsMachine},
	{programs: "killall pkill", upto: toEnd, why: endsPrograms},
	{programs: "kill", line: match(`\s-1$`), unless: "l", upto: toEnd, why: endsPrograms},

	{programs: "dropdb", upto: toEnd, why: dropsData},
	{programs: "redis-cli", line: match(`(?i)\sflush(?:all|db)\b`), upto: toEnd, why: dropsData},

	{programs: "terraform tofu pulumi cdk", verbs: "destroy", upto: toEnd, why: takesDown},
	{programs: "terraform tofu", verbs: "apply", line: match(`\s--?auto-approve\b`), why: takesDown},
	{programs: "kubectl oc", verbs: "delete", unless: "dry-run", upto: toEnd, why: takesOff},
	{programs: "kubectl oc", verbs: "drain", unless: "dry-run", upto: toEnd, why: takesOff},
	{programs: "helm", verbs: "uninstall", unless: "dry-run", upto: toEnd, why: takesOff},
	{programs: "helm", verbs: "delete", unless: "dry-run", upto: toEnd, why: takesOff},
	{programs: "gcloud az", line: match(`\sdelete\b`), upto: toEnd, why: takesOff},
	{programs: "aws", line: match(`\s(?:s3 r[mb]|\S+ (?:delete|terminate)-\S+)\b`), unless: "dryrun dry-run", upto: toEnd, why: takesOff},
	{programs: "gsutil", verbs: "rm", upto: toEnd, why: takesOff},

	{programs: "docker podman", line: match(`\s(?:(?:system|volume|image|container|builder|network) prune|volume rm|rmi)\b`), upto: toEnd, why: prunesContainers},
	{programs: "docker podman", verbs: "rm", flags: "f force", upto: toEnd, why: prunesContainers},
	{programs: "docker podman docker-compose podman-compose", line: match(`\sdown\s(?:.*\s)?(?:-v|--volumes)\b`), upto: toEnd, why: prunesContainers},

	{programs: "npm pnpm yarn cargo twine gem poetry uv hatch flit", line: match(`\s(?:publish|upload|push)\b`), unless: "dry-run n", upto: toEnd, why: publishes},
	{programs: "crontab", flags: "r", why: deletesJobs},
	{programs: "*", flags: "dangerously-skip-permissions dangerously-bypass-approvals-and-sandbox no-verify yolo", why: skipsChecks},
}

func match(s string) *regexp.Regexp { return regexp.MustCompile(s) }

// sql is what deletes from a database, in words that are for one.
var sql = match(`(?i)\bdrop\s+(?:table|database|schema)\b|\btruncate\s+(?:table\s+)?\w|\bdelete\s+from\s+[\w."` + "`" + `]+\s*(?:;|$|["'])|\bdropDatabase\(`)

// say are programs whose words are shown, searched for or kept, and done by nobody.
var say = words("echo printf git gh glab hub grep egrep fgrep rg ag ack sed awk gawk jq cat tee less head tail wc diff logger " +
	"notify-send say touch mkdir ls cd test [ true : export")

func words(s string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(s) {
		all[w] = true
	}
	return all
}

// names says whether a program is one of those of a rule.
func (r *rule) names(program string) bool {
	for want := range strings.FieldsSeq(r.programs) {
		if ok, _ := path.Match(want, program); ok {
			return true
		}
	}
	return false
}

// applies gives the last word of a call that a mark of the rule covers; -1: it is not about this call.
func (r *rule) applies(c *call) (last int) {
	if !r.names(c.name) || r.unless != "" && c.flag(r.unless) > 0 {
		return -1
	}
	verb := 0
	if r.verbs != "" {
		if verb = c.verb(r.verbs); verb < 0 {
			return -1
		}
	}
	flag := 0
	if r.flags != "" {
		if flag = c.flag(r.flags); flag < 0 {
			return -1
		}
	}
	at := 0
	if r.line != nil {
		line, ends := c.line()
		m := r.line.FindStringIndex(line)
		if m == nil {
			return -1
		}
		for at+1 < len(ends) && ends[at] < m[1] {
			at++
		}
	}
	switch r.upto {
	case toName:
		return 0
	case toEnd:
		return len(c.words) - 1
	}
	return max(verb, flag, at)
}
