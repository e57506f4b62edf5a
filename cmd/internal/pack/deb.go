package main

import (
	"bytes"
	"compress/gzip"
	"debug/elf"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/mod/semver"
)

// libraries are the packages that have the shared libraries which dango is linked to or opens itself: those of the X
// window and of OpenGL. The C library comes beside them, with the version that the program asks for.
var libraries = []string{
	"libx11-6", "libgl1", "libxcursor1", "libxext6", "libxi6", "libxinerama1", "libxrandr2", "libxrender1", "libxxf86vm1",
}

// deb makes a Debian package of the programs and puts it into dir.
func deb(bin, version, dir string) error {
	root, err := os.MkdirTemp("", "dango-deb-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	if err := os.Chmod(root, 0o755); err != nil {
		return err
	}
	if err := tree(bin, "/usr", zshDebian, filepath.Join(root, "usr")); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(root, "usr", list)); err != nil { // dpkg has its own
		return err
	}
	if err := squeeze(filepath.Join(root, "usr/share")); err != nil {
		return err
	}
	libc, err := needsLibc(filepath.Join(bin, "dango"))
	if err != nil {
		return err
	}
	size, err := kibibytes(root)
	if err != nil {
		return err
	}
	if err := write(filepath.Join(root, "DEBIAN/control"), control(version, libc, size)); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return capture(nil, "dpkg-deb", "--root-owner-group", "--build", root, filepath.Join(dir, debName(version)))
}

func debName(version string) string { return "dango_" + version + "_" + runtime.GOARCH + ".deb" }

// control is the package's description of itself.
func control(version, libc string, size int64) []byte {
	return fmt.Appendf(nil, `Package: dango
Version: %s
Architecture: %s
Maintainer: Dango's makers <dango@localhost>
Installed-Size: %d
Depends: libc6 (>= %s), %s
Recommends: libgl1-mesa-dri
Suggests: picom, fonts-noto-cjk, fonts-noto-color-emoji
Section: utils
Priority: optional
Description: desktop pet that shows what coding agents do
 A small rice dumpling sits on the desktop and shows what the AI coding agents
 on this machine are doing: Claude Code, Codex, Gemini CLI, OpenCode, and any
 tool that sends an event. When an agent asks for a permission or has a
 question, a click on its card answers.
 .
 Nothing is sent over the network.
`, version, runtime.GOARCH, size, libc, strings.Join(libraries, ", "))
}

// needsLibc is the version of the C library that a program asks for: "2.34".
func needsLibc(program string) (string, error) {
	f, err := elf.Open(program)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", program, err)
	}
	defer f.Close()
	symbols, err := f.ImportedSymbols()
	if err != nil {
		return "", fmt.Errorf("read the symbols of %s: %w", program, err)
	}
	need := "2.0"
	for _, s := range symbols {
		if v, ok := strings.CutPrefix(s.Version, "GLIBC_"); ok && semver.Compare("v"+v, "v"+need) > 0 {
			need = v
		}
	}
	return need, nil
}

// squeeze compresses the man pages, as Debian wants them, with no time inside.
func squeeze(share string) error {
	pages, err := filepath.Glob(filepath.Join(share, "man", "*", "*.1"))
	if err != nil {
		return err
	}
	more, err := filepath.Glob(filepath.Join(share, "man", "*", "*", "*.1"))
	if err != nil {
		return err
	}
	for _, name := range append(pages, more...) {
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var small bytes.Buffer
		z, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := z.Write(b); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		if err := write(name+".gz", small.Bytes()); err != nil {
			return err
		}
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// kibibytes is what a folder takes.
func kibibytes(dir string) (total int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			total += (info.Size() + 1023) / 1024
		}
		return err
	})
	return total, err
}
