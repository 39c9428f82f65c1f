// Package assets is what ships inside the binary. It imports the standard library
// alone.
package assets

import (
	"embed"
	"fmt"
)

//go:embed truth/*.gob.gz guide/*.md lessons/*.md problems/*.json web/*
var files embed.FS

// Truth returns the file of true values of that name; see truth/README.md and
// package lambdascope/sim/truth.
func Truth(name string) ([]byte, error) {
	file, err := files.ReadFile("truth/" + name + ".gob.gz")
	if err != nil {
		return nil, fmt.Errorf("no true values of %q are shipped: %w", name, err)
	}
	return file, nil
}

// Guide returns the page of the guide of that name, in Markdown; see package
// lambdascope/tui/guide.
func Guide(name string) ([]byte, error) {
	page, err := files.ReadFile("guide/" + name + ".md")
	if err != nil {
		return nil, fmt.Errorf("the guide has no page %q: %w", name, err)
	}
	return page, nil
}

// Lesson returns the lesson of that name, in Markdown; see package
// lambdascope/tui/lesson.
func Lesson(name string) ([]byte, error) {
	text, err := files.ReadFile("lessons/" + name + ".md")
	if err != nil {
		return nil, fmt.Errorf("no lesson %q ships: %w", name, err)
	}
	return text, nil
}

// Web returns a file of the page in the browser; see package lambdascope/tui/serve.
func Web(name string) ([]byte, error) {
	file, err := files.ReadFile("web/" + name)
	if err != nil {
		return nil, fmt.Errorf("the page has no %q: %w", name, err)
	}
	return file, nil
}

// Problem returns the file of the problem of that name; see package
// lambdascope/sim/problem.
func Problem(name string) ([]byte, error) {
	text, err := files.ReadFile("problems/" + name + ".json")
	if err != nil {
		return nil, fmt.Errorf("no problem %q ships: %w", name, err)
	}
	return text, nil
}
