// Pack makes what users install: the tree below a prefix, archives of it, and a Debian package. The Makefile calls it.
//
//	pack tree -bin bin -prefix /usr/local -out dist/tree      what lies below the prefix
//	pack tar  -tree dist/tree -name dango-1.0 -out x.tar.gz   the tree as an archive
//	pack zip  -bin dist/windows -name dango-1.0 -out x.zip    programs for Windows
//	pack deb  -bin bin -version 1.0 -out dist                 a Debian package
//
// Everything is made anew from the same parts, so that the same sources give the same files.
package main

import (
	"flag"
	"fmt"
	"os"
)

// options are what the flags say; each command reads those that mean something to it.
type options struct {
	bin, prefix, tree, name, version, out string
}

var commands = map[string]func(options) error{
	"tree": func(o options) error { return tree(o.bin, o.prefix, zshSite, o.out) },
	"tar":  func(o options) error { return tarball(o.tree, o.name, o.out) },
	"zip":  func(o options) error { return zipped(o.bin, o.name, o.out) },
	"deb":  func(o options) error { return deb(o.bin, o.version, o.out) },
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 || commands[args[0]] == nil {
		return fmt.Errorf("want tree, tar, zip or deb")
	}
	var o options
	f := flag.NewFlagSet("pack "+args[0], flag.ContinueOnError)
	f.StringVar(&o.bin, "bin", "bin", "folder of the three programs")
	f.StringVar(&o.prefix, "prefix", "/usr/local", "where the tree will lie at last")
	f.StringVar(&o.tree, "tree", "dist/tree", "a tree that was made before")
	f.StringVar(&o.name, "name", "dango", "folder inside the archive")
	f.StringVar(&o.version, "version", "0.0.0", "of the package")
	f.StringVar(&o.out, "out", "dist", "file or folder to write")
	if err := f.Parse(args[1:]); err != nil {
		return err
	}
	return commands[args[0]](o)
}
