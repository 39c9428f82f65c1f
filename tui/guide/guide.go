// Package guide is the guide that ships inside the binary: its topics, each a page
// in Markdown, and a pager that shows them in a terminal. It may import assets,
// tui/markdown, tui/screen and Bubble Tea, but neither the app nor the commands.
package guide

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"lambdascope/assets"
	"lambdascope/tui/markdown"
)

// Topic is a page of the guide.
type Topic struct {
	Name  string // by which a reader asks for it
	Title string
}

// names are the topics in the order in which they are listed.
func names() []string {
	return []string{
		"start", "charts", "keys", "lessons", "questions", "commands", "run", "compare", "fit", "json", "study", "simulate",
		"domains", "data", "shards", "ssh", "rooms", "numbers", "claims", "limits",
	}
}

// Topics returns the topics of the guide.
func Topics() []Topic {
	var topics []Topic
	for _, name := range names() {
		source, err := Source(name)
		if err != nil {
			continue // a test holds that there is none
		}
		topics = append(topics, Topic{name, title(source)})
	}
	return topics
}

// title returns the heading that a page begins with.
func title(source []byte) string {
	first, _, _ := bytes.Cut(source, []byte("\n"))
	return strings.TrimSpace(strings.TrimPrefix(string(first), "# "))
}

// Source returns the Markdown of a topic.
func Source(name string) ([]byte, error) { return assets.Guide(name) }

// Page returns the page of a topic.
func Page(name string) (markdown.Document, error) {
	source, err := Source(name)
	if err != nil {
		return markdown.Document{}, err
	}
	page, err := markdown.Parse(source)
	if err != nil {
		return markdown.Document{}, fmt.Errorf("guide %s: %w", name, err)
	}
	return page, nil
}

// Target returns what a reader is to type or open to follow a link of the guide:
// "guide NAME" for another page, and for a report its place in the project, as reports
// do not ship. It is a Style's Target.
func Target(destination string) string {
	file, _, _ := strings.Cut(destination, "#")
	if strings.Contains(file, ":") {
		return destination
	}
	name, ok := strings.CutSuffix(path.Base(file), ".md")
	switch {
	case ok && path.Dir(file) == ".":
		return "guide " + name
	case path.Dir(file) == "../reports":
		return path.Join("assets/guide", file)
	}
	return ""
}
