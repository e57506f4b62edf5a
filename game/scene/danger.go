package scene

import (
	"regexp"
	"slices"

	"dango/prefs/lang"
)

// hazard is a way in which a command can do harm. It makes a mark and a line of words, never a decision: a command
// without a mark is not safe.
type hazard struct {
	sign *regexp.Regexp
	why  lang.Text
}

// begin is what a command may stand behind.
const begin = `(?:^|[\s;&|(])`

// hazards are looked for in this order; the reason of the first that is found is told first.
var hazards = []hazard{
	{regexp.MustCompile(`\brm\s+(?:-\w+\s+|--\w[\w-]*\s+)*(?:-\w*[rR]\w*|--recursive)\b[^;&|\n]*`), "deletes folders with all that is in them"},
	{regexp.MustCompile(`\brm\s+(?:-\w*f\w*|--force)\b[^;&|\n]*`), "deletes files without asking"},
	{regexp.MustCompile(`\bfind\b[^;&|\n]*\s-delete\b`), "deletes every file that it finds"},
	{regexp.MustCompile(`\b(?:curl|wget)\b[^;&\n]*\|\s*(?:sudo\s+)?(?:ba|z|da|fi)?sh\b`), "runs a program straight from the network"},
	{regexp.MustCompile(`\b(?:ba|z)?sh\s+-c\s+["']?\$\((?:curl|wget)\b`), "runs a program straight from the network"},
	{regexp.MustCompile(`\bgit\s+push\b[^;&|\n]*(?:--force-with-lease|--force|\s-f\b|\s\+\w)[^\s;&|]*`), "overwrites history on the remote"},
	{regexp.MustCompile(`\bgit\s+push\b[^;&|\n]*(?:--delete|\s:\w)\S*`), "deletes a branch on the remote"},
	{regexp.MustCompile(`\bgit\s+reset\s+[^;&|\n]*--hard\b`), "throws away changes that are not committed"},
	{regexp.MustCompile(`\bgit\s+clean\s+-\w*[fdx]\w*`), "deletes files that git does not know"},
	{regexp.MustCompile(`\bgit\s+(?:checkout|restore)\s+(?:--\s+)?\.(?:\s|$)`), "throws away changes that are not committed"},
	{regexp.MustCompile(`\bgit\s+branch\s+-D\b`), "deletes a branch that may not be merged"},
	{regexp.MustCompile(begin + `(?:sudo|doas|pkexec)\b`), "runs as the administrator"},
	{regexp.MustCompile(`\bchmod\s+(?:-\w+\s+)*[0-7]?777\b`), "lets everybody read and change files"},
	{regexp.MustCompile(`\bch(?:mod|own)\s+(?:-\w*R\w*|--recursive)\b`), "changes the rights of a whole folder"},
	{regexp.MustCompile(begin + `dd\s[^;&|\n]*\bof=\S+`), "writes over a disk or a file, byte by byte"},
	{regexp.MustCompile(`\b(?:mkfs(?:\.\w+)?|wipefs|fdisk|parted)\b`), "formats or repartitions a disk"},
	{regexp.MustCompile(`>\s*/dev/(?:sd|nvme|hd|vd|mapper)\S*`), "writes over a disk"},
	{regexp.MustCompile(`:\(\)\s*\{\s*:\s*\|\s*:&?\s*\}`), "starts processes until the machine stands still"},
	{regexp.MustCompile(begin + `(?:shutdown|reboot|poweroff|halt)\b`), "stops the machine"},
	{regexp.MustCompile(begin + `(?:killall|pkill)\b|\bkill\s+-9\s+-1\b`), "ends programs by their name"},
	{regexp.MustCompile(`(?i)\bdrop\s+(?:table|database|schema)\b|\btruncate\s+table\b`), "deletes data from a database"},
	{regexp.MustCompile(`\b(?:terraform|tofu)\s+(?:destroy|apply\b[^;&|\n]*-auto-approve)`), "changes or takes down what runs"},
	{regexp.MustCompile(`\bkubectl\s+(?:delete|drain)\b`), "takes down what runs"},
	{regexp.MustCompile(`\bdocker\s+(?:system|volume|image)\s+prune\b`), "deletes images, volumes or containers"},
	{regexp.MustCompile(`\b(?:npm|pnpm|yarn|cargo|twine)\s+(?:publish|upload)\b`), "publishes a package"},
	{regexp.MustCompile(`>>?\s*(?:~|\$HOME)/\.\w[\w./-]*`), "writes to a settings file in your home"},
	{regexp.MustCompile(`>>?\s*/(?:etc|usr|bin|sbin|boot|lib|opt|root|var)/\S*`), "writes to the system"},
	{regexp.MustCompile(begin + `crontab\s+-r\b`), "deletes all scheduled jobs"},
	{regexp.MustCompile(`(?:~|\$HOME|/home/\w+)/\.(?:ssh|aws|gnupg|netrc)\b[\w./-]*`), "touches your keys or passwords"},
	{regexp.MustCompile(`--dangerously-skip-permissions\b|--no-verify\b|--yolo\b`), "skips checks"},
}

// stretch is a piece of a text, in runes.
type stretch struct{ from, to int }

func (s stretch) within(all []stretch) bool {
	for _, a := range all {
		if s.from >= a.from && s.to <= a.to {
			return true
		}
	}
	return false
}

// dangers marks the parts of a command that can do harm, and says how, each reason once.
func dangers(command string) (marks []stretch, reasons []string) {
	for _, h := range hazards {
		found := false
		for _, m := range h.sign.FindAllStringIndex(command, 8) {
			from, to := trim(command, m[0], m[1])
			s := stretch{len([]rune(command[:from])), 0}
			s.to = s.from + len([]rune(command[from:to]))
			if s.within(marks) {
				continue // a worse hazard has it
			}
			marks, found = append(marks, s), true
		}
		if why := lang.T(h.why); found && !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
	}
	return marks, reasons
}

// trim leaves out what only separates the part from its neighbours.
func trim(s string, from, to int) (int, int) {
	sep := func(c byte) bool { return c == ' ' || c == '\n' || c == ';' || c == '&' || c == '|' || c == '(' }
	for from < to && sep(s[from]) {
		from++
	}
	for to > from && sep(s[to-1]) {
		to--
	}
	return from, to
}
