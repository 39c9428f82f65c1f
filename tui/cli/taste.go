package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/tui/screen"
)

// tasteFile is the file, in the program's folder of the person's configuration,
// that says how the app looks unless flags do: a JSON object whose names and
// values are those of the flags.
const tasteFile = "config.json"

const mouseOff = "off"

// mouseNames are the names of --mouse, the first being the default.
func mouseNames() []string { return []string{"on", mouseOff} }

const (
	themeFlag  = "theme"
	glyphsFlag = "glyphs"
	mouseFlag  = "mouse"
)

// tasteChoices are what the file may say, by the names of the flags.
func tasteChoices() map[string][]string {
	return map[string][]string{
		themeFlag:  screen.ThemeNames(),
		glyphsFlag: screen.GlyphNames(),
		mouseFlag:  mouseNames(),
	}
}

// taste is what the file says, by the names of the flags: indices of choices.
type taste map[string]int

// readTaste reads the file, if there is one. What is wrong with it is no obstacle:
// the rest counts, and faults says what it is.
func (e Env) readTaste() (t taste, faults []string) {
	if e.Files == nil || e.ConfigFolder == "" {
		return nil, nil
	}
	name := filepath.Join(e.ConfigFolder, program, tasteFile)
	fault := func(err error) []string {
		var cause *fs.PathError
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return []string{fmt.Sprintf("%s: %v", name, err)}
	}
	info, err := e.Files.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fault(err)
	case !info.Mode().IsRegular(): // which may never end
		return nil, fault(errors.New("is no file"))
	}
	in, err := e.Files.Open(name)
	if err != nil {
		return nil, fault(err)
	}
	defer in.Close()
	content, err := io.ReadAll(io.LimitReader(in, maxTaste))
	if err != nil {
		return nil, fault(err)
	}
	return parseTaste(content)
}

// maxTaste is more than the file can need, in bytes.
const maxTaste = 1 << 16

// parseTaste reads the content of the file.
func parseTaste(content []byte) (t taste, faults []string) {
	var values map[string]any
	if err := json.Unmarshal(content, &values); err != nil {
		return nil, []string{fmt.Sprintf("%s: %s: want a JSON object such as {\"theme\": \"dark\"}", tasteFile, whereWrong(content, err))}
	}
	choices := tasteChoices()
	t = make(taste)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		names, known := choices[name]
		value, _ := values[name].(string)
		index := slices.Index(names, value)
		switch {
		case !known:
			faults = append(faults, fmt.Sprintf("%s: %q: want %s", tasteFile, name, either(slices.Sorted(maps.Keys(choices)))))
		case index < 0:
			text, _ := json.Marshal(values[name])
			faults = append(faults, fmt.Sprintf("%s: %s %s: want %s", tasteFile, name, text, either(names)))
		default:
			t[name] = index
		}
	}
	return t, faults
}

// whereWrong says in which line the content is no JSON.
func whereWrong(content []byte, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return "is no JSON object"
	}
	line := 1 + strings.Count(string(content[:min(int(syntax.Offset), len(content))]), "\n")
	return fmt.Sprintf("line %d: %v", line, err)
}
