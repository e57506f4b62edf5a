package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"dango/cmd/internal/core"
)

// manual writes the man pages, one a command, from the same words that --help prints.
func manual() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "Write the man pages into a folder", Hidden: true,
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			root.DisableAutoGenTag = true // no date: the same program makes the same pages
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("make the folder of the man pages: %w", err)
			}
			header := &doc.GenManHeader{Title: "PETCTL", Section: "1", Source: "Dango " + core.Version(), Manual: "Dango"}
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return fmt.Errorf("write the man pages into %s: %w", args[0], err)
			}
			return nil
		},
	}
}
