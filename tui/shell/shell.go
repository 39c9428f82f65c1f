// Package shell writes and reads command lines as a POSIX shell does.
package shell

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Join returns a line that a shell splits into words.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Quote(w)
	}
	return strings.Join(quoted, " ")
}

// Quote quotes a word for a POSIX shell. Unprintable ASCII is escaped as in Issue 8 of POSIX, unprintable
// Unicode as in bash and zsh.
func Quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-+_./:,@", r)
	}
	switch {
	case word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0:
		return word
	case !Plain(word):
		return "$'" + strings.ReplaceAll(Escape(strings.ReplaceAll(word, `\`, `\\`)), "'", `\'`) + "'"
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Split returns the words of a line. Spaces separate words; ', ", $'…' and backslashes quote. Split expands and
// executes nothing, because lines come from links and lessons. An open quote is an error.
func Split(line string) (words []string, err error) {
	var word strings.Builder
	begun := false
	var quote rune // ', ", $ for $'…', or 0
	rs := []rune(line)
	for i := 0; i < len(rs); i++ {
		switch r := rs[i]; {
		case quote == '\'':
			if r == '\'' {
				quote = 0
			} else {
				word.WriteRune(r)
			}
		case quote == '$' && r == '\\' && i+1 < len(rs):
			value, multibyte, rest, err := strconv.UnquoteChar(string(rs[i:]), '\'')
			if err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
			if multibyte {
				word.WriteRune(value)
			} else {
				word.WriteByte(byte(value))
			}
			i = len(rs) - len([]rune(rest)) - 1
		case quote != 0 && (r == '"' && quote == '"' || r == '\'' && quote == '$'):
			quote = 0
		case r == '\\' && i+1 < len(rs) && (quote == 0 || strings.ContainsRune("\"\\$`", rs[i+1])):
			i++
			word.WriteRune(rs[i])
			begun = true
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote = r
			begun = true
		case r == '$' && i+1 < len(rs) && rs[i+1] == '\'':
			quote = '$'
			begun = true
			i++
		case unicode.IsSpace(r):
			if begun {
				words = append(words, word.String())
				word.Reset()
			}
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%q: a quote is left open", line)
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}

// Printable reports whether a character is visible. Unprintable are control characters, invisible characters,
// line breaks, and characters that change the direction of the text.
func Printable(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r <= '~'
	}
	return unicode.IsGraphic(r) && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Plain reports whether a text is valid UTF-8 with printable characters alone.
func Plain(s string) bool {
	for i, r := range s {
		if !Printable(r) {
			return false
		}
		if r == utf8.RuneError { // invalid UTF-8 has one byte
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return false
			}
		}
	}
	return true
}

// Escape writes unprintable characters as Go and shells do, so that a text stays on one line, hides nothing and
// sends no sequence to a terminal.
func Escape(s string) string {
	if Plain(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case Printable(r):
			b.WriteRune(r)
		default:
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
		}
		s = s[size:]
	}
	return b.String()
}
