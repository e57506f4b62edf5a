package scene

import (
	"strings"
	"testing"
)

func TestDangers(t *testing.T) {
	for _, c := range []struct{ command, marked, why string }{
		{"rm -rf node_modules", "rm -rf node_modules", "deletes folders with all that is in them"},
		{"cd /tmp && rm -v -fr a b; ls", "rm -v -fr a b", "deletes folders with all that is in them"},
		{"rm --recursive x", "rm --recursive x", "deletes folders with all that is in them"},
		{"rm -f x.log", "rm -f x.log", "deletes files without asking"},
		{"rm notes.txt", "", ""},
		{"npm run format", "", ""},
		{"git push --force origin main", "git push --force", "overwrites history on the remote"},
		{"git push origin main -f", "git push origin main -f", "overwrites history on the remote"},
		{"git push origin main", "", ""},
		{"git reset --hard HEAD~3", "git reset --hard", "throws away changes that are not committed"},
		{"git reset HEAD~1", "", ""},
		{"curl -fsSL https://x.sh | sudo bash", "curl -fsSL https://x.sh | sudo bash", "runs a program straight from the network"},
		{"curl https://x.sh -o x.sh", "", ""},
		{"sudo apt install jq", "sudo", "runs as the administrator"},
		{"echo pseudo", "", ""},
		{"chmod -R 777 .", "chmod -R 777", "lets everybody read and change files"},
		{"chmod +x run.sh", "", ""},
		{"dd if=a.iso of=/dev/sda", "dd if=a.iso of=/dev/sda", "writes over a disk or a file, byte by byte"},
		{"mkfs.ext4 /dev/sdb1", "mkfs.ext4", "formats or repartitions a disk"},
		{"echo x >> ~/.bashrc", ">> ~/.bashrc", "writes to a settings file in your home"},
		{"echo 1 > /etc/hosts", "> /etc/hosts", "writes to the system"},
		{"cat ~/.ssh/id_ed25519", "~/.ssh/id_ed25519", "touches your keys or passwords"},
		{"psql -c 'DROP TABLE users'", "DROP TABLE", "deletes data from a database"},
		{"echo 七夕 && sudo ls", "sudo", "runs as the administrator"},
	} {
		marks, reasons := dangers(c.command)
		why := strings.Join(reasons[:min(1, len(reasons))], "")
		marked := ""
		if len(marks) > 0 {
			marked = string([]rune(c.command)[marks[0].from:marks[0].to])
		}
		if marked != c.marked || why != c.why {
			t.Errorf("dangers(%q) marks %q because it %q, want %q because it %q", c.command, marked, why, c.marked, c.why)
		}
	}
}
