package main

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/width"
)

// cells is how many columns of a terminal a text takes: Chinese, Japanese and Korean letters take two.
func cells(s string) int {
	n := 0
	for _, r := range s {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n++
		}
		n++
	}
	return n
}

// pad makes a text at least n columns wide.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-cells(s))) }

// columns are rows whose cells are printed below each other, two spaces apart.
type columns [][]string

func (c *columns) add(row ...string) { *c = append(*c, row) }

func (c columns) print(w io.Writer) {
	var widths []int
	for _, row := range c {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cells(cell))
		}
	}
	for _, row := range c {
		var b strings.Builder
		for i, cell := range row {
			if i == len(row)-1 {
				b.WriteString(cell)
			} else {
				b.WriteString(pad(cell, widths[i]+2))
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}
