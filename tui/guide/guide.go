// Package guide is the guide inside the binary: topics, each a page in Markdown. The package may import
// assets, tui/markdown and tui/screen, but neither the app nor the commands.
//
// To add a page, add its name to names; to give a section a name, such as guide fit, add a line to sections.
// A page links to another as data.md#csv, and a terminal shows the link as guide data.
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
	Name  string // for readers
	Title string
}

// names returns the names of the topics in order.
func names() []string {
	return []string{
		"start", "charts", "keys", "lessons", "commands", "data", "domains", "class", "server", "numbers", "claims",
	}
}

// section is a named part of a page.
type section struct{ name, page, heading string }

// sections returns the named parts of pages. A section without a heading is the whole page.
func sections() []section {
	return []section{
		{"lecture", "lessons", "A lecture of 45 minutes"},
		{"questions", "lessons", "Questions for a class"},
		{"run", "commands", "One analysis"},
		{"compare", "commands", "Choosing features or a ridge"},
		{"study", "commands", "The paper's experiments"},
		{"json", "commands", "The JSON of an analysis"},
		{"simulate", "data", "Trajectories to a file"},
		{"fit", "data", "A fit, saved and used"},
		{"limits", "numbers", "Limits"},
		{"ssh", "server", ""},
	}
}

// Names returns every name that Source accepts: topics and sections.
func Names() []string {
	all := names()
	for _, s := range sections() {
		all = append(all, s.name)
	}
	return all
}

// find returns the page and the section of a name.
func find(name string) section {
	for _, s := range sections() {
		if s.name == name {
			return s
		}
	}
	return section{name: name, page: name}
}

// TopicOf returns the name of the topic with a name of Names.
func TopicOf(name string) string { return find(name).page }

// Topics returns the topics of the guide.
func Topics() (topics []Topic) {
	for _, name := range names() {
		source, err := assets.Guide(name)
		if err != nil {
			continue // a test ensures that all pages exist
		}
		topics = append(topics, Topic{name, title(source)})
	}
	return topics
}

// title returns the heading at the beginning of a page.
func title(source []byte) string {
	first, _, _ := bytes.Cut(source, []byte("\n"))
	return strings.TrimSpace(strings.TrimPrefix(string(first), "# "))
}

// Source returns the Markdown of a topic, or of a section as a page.
func Source(name string) ([]byte, error) {
	s := find(name)
	page, err := assets.Guide(s.page)
	if err != nil || s.heading == "" {
		return page, err
	}
	return cut(page, s.heading), nil
}

// Section returns the part of a topic under a heading of the second level, without the heading.
func Section(topic, heading string) (markdown.Document, error) {
	page, err := assets.Guide(topic)
	if err != nil {
		return markdown.Document{}, err
	}
	_, section, _ := bytes.Cut(cut(page, heading), []byte("\n"))
	return markdown.Parse(section)
}

// cut returns the part of a page under a heading of the second level. It raises all headings by one level, so
// that the part is a page.
func cut(page []byte, heading string) []byte {
	var out []byte
	inside := false
	fence := "" // the mark that ends the current block of code
	for line := range bytes.Lines(page) {
		text := strings.TrimSpace(string(line))
		switch {
		case fence != "" && text == fence:
			fence = ""
		case fence == "" && strings.HasPrefix(text, "```"):
			fence = text[:strings.LastIndex(text, "`")+1]
		case fence == "" && strings.HasPrefix(text, "## "):
			inside = text[3:] == heading
		}
		if !inside {
			continue
		}
		if fence == "" && strings.HasPrefix(text, "##") {
			line = line[1:]
		}
		out = append(out, line...)
	}
	return append(bytes.TrimSpace(out), '\n')
}

// Page returns the page of a topic, or of a section.
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

// Target is the Target of a markdown.Style. It returns "guide NAME" for another page, and for a report the
// path in the project, because reports do not ship.
func Target(destination string) string {
	file, _, _ := strings.Cut(destination, "#")
	if strings.Contains(file, ":") {
		return destination
	}
	switch name, ok := strings.CutSuffix(path.Base(file), ".md"); {
	case ok && path.Dir(file) == ".":
		return "guide " + name
	case path.Dir(file) == "../reports":
		return path.Join("assets/guide", file)
	}
	return ""
}
