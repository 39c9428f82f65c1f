package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/sim/words"
	"lambdascope/tui/disk"
	"lambdascope/tui/state"
)

// preferencesFile is the file, in the program's folder of the person's configuration,
// that says how the app looks unless flags do: a JSON object whose names and
// values are those of the flags.
const preferencesFile = "config.json"

// preferences are what the file says, by the names of the flags: indices of choices.
type preferences map[string]int

// readPreferences reads the file, if there is one. What is wrong with it is no obstacle:
// the rest counts, and faults says what it is.
func (e Env) readPreferences() (p preferences, faults []string) {
	if e.Files == nil || e.ConfigFolder == "" {
		return nil, nil
	}
	name := filepath.Join(e.ConfigFolder, program, preferencesFile)
	content, err := readSmall(e.Files, name, maxPreferences)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, []string{fmt.Sprintf("%s: %v", name, disk.Cause(err))}
	}
	return parsePreferences(content)
}

// maxPreferences is more than the file can need, in bytes.
const maxPreferences = 1 << 16

// parsePreferences reads the content of the file.
func parsePreferences(content []byte) (p preferences, faults []string) {
	var values map[string]any
	if err := json.Unmarshal(content, &values); err != nil {
		return nil, []string{fmt.Sprintf("%s: %s: want a JSON object such as {\"theme\": \"dark\"}", preferencesFile, whereWrong(content, err))}
	}
	choices := make(map[string][]string)
	for _, o := range state.PreferenceTable() {
		choices[o.Name] = o.Names
	}
	p = make(preferences)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		names, known := choices[name]
		value, _ := values[name].(string)
		index := slices.Index(names, value)
		switch {
		case !known:
			faults = append(faults, fmt.Sprintf("%s: %q: want %s", preferencesFile, name, words.Or(slices.Sorted(maps.Keys(choices)))))
		case index < 0:
			text, _ := json.Marshal(values[name])
			faults = append(faults, fmt.Sprintf("%s: %s %s: want %s", preferencesFile, name, text, words.Or(names)))
		default:
			p[name] = index
		}
	}
	return p, faults
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
