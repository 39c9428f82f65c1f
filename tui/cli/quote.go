package cli

import (
	"strings"
	"unicode"
)

// commandLine returns the command that calls the program with args, for a POSIX
// shell.
func commandLine(args []string) string {
	words := []string{program}
	for _, a := range args {
		words = append(words, quote(a))
	}
	return strings.Join(words, " ")
}

// quote returns a word as a POSIX shell has to be given it; control characters
// are escaped as Issue 8 of POSIX does.
func quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-+_./:,@", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	if strings.ContainsFunc(word, unicode.IsControl) {
		return "$'" + strings.ReplaceAll(oneLine(strings.ReplaceAll(word, `\`, `\\`)), "'", `\'`) + "'"
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
