package main

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// collect returns the characters that the app may draw: those of its literals, texts and
// golden screens, and what people write names with.
func collect(project string) ([]rune, error) {
	seen := make(map[rune]bool)
	for r := rune(' '); r < 0x180; r++ { // Latin
		seen[r] = true
	}
	for r := rune(0x370); r < 0x400; r++ { // Greek
		seen[r] = true
	}
	add := func(text string) {
		for _, r := range text {
			seen[r] = true
		}
	}
	err := filepath.WalkDir(project, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && path != project && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return err
		}
		extension := filepath.Ext(path)
		if !slices.Contains([]string{".go", ".golden", ".md", ".json", ".html", ".js"}, extension) || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil && extension == ".go" {
			literals(text, add)
		} else {
			add(string(text))
		}
		return err
	})
	var all []rune
	for r := range seen {
		if unicode.IsPrint(r) && !braille(r) {
			all = append(all, r)
		}
	}
	slices.Sort(all)
	return all, err
}

// literals passes the strings and characters of a Go source on.
func literals(source []byte, add func(string)) {
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", -1, len(source)), source, nil, 0)
	for {
		switch _, t, text := s.Scan(); t {
		case token.EOF:
			return
		case token.STRING, token.CHAR:
			add(text)
		}
	}
}
