package chart

import (
	"strings"
	"unicode/utf8"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
)

// ASCII returns s in 7-bit characters, for terminals without Unicode: λ becomes lambda, λ̂
// lambda^, λγ lambda gamma, γ² gamma^2, ± +/-. Lines, bars and markers become the characters of
// the ASCII charts; other characters become ?. ASCII keeps escape sequences and line ends, so
// that callers can pass whole screens. The result may be wider than s: lay out after mapping.
func ASCII(s string) string {
	var b strings.Builder
	before := rune(0)
	for _, r := range s {
		if before == 'λ' && r == 'γ' { // the product λγ
			b.WriteByte(' ')
		}
		b.WriteString(asciiRune(r))
		before = r
	}
	return b.String()
}

func asciiRune(r rune) string {
	if text, ok := asciiOf[r]; ok {
		return text
	}
	switch {
	case r < utf8.RuneSelf:
		return string(r)
	case r >= '₀' && r <= '₉':
		return "_" + string(r-'₀'+'0')
	case runes.IsBraillePattern(r):
		return asciiDots(r)
	case r >= '▁' && r <= '█':
		return string(asciiLevels[r-'▁'])
	case r >= 0x0300 && r <= 0x036F:
		return "" // combining marks; the letter alone is clear enough
	}
	return "?"
}

// asciiLevels are the eight heights of a bar, in place of ▁ to █. None is + or -, which are verdicts beside
// the bars of a path.
const asciiLevels = ".:~=o*#@"

// asciiDots returns the character whose shape is closest to the dots of a braille cell, so that
// lines keep their slope.
func asciiDots(r rune) string {
	var n, rows [dotsX]int // number of dots, and sum of their rows, by column
	top, bottom := dotsY, -1
	for row := range dotsY {
		for column := range dotsX {
			if uint8(r)&brailleDots[row][column] != 0 {
				n[column]++
				rows[column] += row
				top = min(top, row)
				bottom = row
			}
		}
	}
	slope := rows[1]*n[0] - rows[0]*n[1]
	switch both := n[0] > 0 && n[1] > 0; {
	case n[0]+n[1] == 0:
		return " "
	case n[0]+n[1] == 1:
		return "."
	case n[0]+n[1] >= 6:
		return "#"
	case bottom-top < 2:
		return []string{"'", "-", "-", "_"}[(top+bottom+1)/2]
	case both && slope < 0:
		return "/"
	case both && slope > 0:
		return "\\"
	}
	return "|"
}

// asciiOf maps a character to its ASCII text.
var asciiOf = func() map[rune]string {
	of := make(map[rune]string)
	for text, characters := range map[string]string{
		// Greek
		"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "εϵ", "zeta": "ζ",
		"eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "u": "µ", "v": "ν↓▼▾", "xi": "ξ",
		"pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φϕ", "chi": "χ", "psi": "ψ",
		"omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Pi": "Π",
		"Sigma": "Σ∑", "Phi": "Φ", "Omega": "Ω", "l": "ℓ",
		// combining marks, written after their letter
		"^": "\u0302↑▲▴", "~": "\u0303≈∼", "_": "\u0304\u0305",
		// exponents
		"^0": "⁰", "^1": "¹", "^2": "²", "^3": "³", "^4": "⁴", "^5": "⁵", "^6": "⁶", "^7": "⁷",
		"^8": "⁸", "^9": "⁹", "^-": "⁻", "^T": "ᵀ⊤",
		// signs
		"+/-": "±", "x": "×✕✗", "=": "═━", "/": "÷⁄╱░⣶⣿", "-": "−—–‐‑─╍┄┅┈┉", ".": "╌·∙⋅╭╮┌┐",
		"*": "•●✓✔", "...": "…⋯", ":": "⋮", "<=": "≤", ">=": "≥", "!=": "≠", "inf": "∞",
		"sqrt": "√", "d": "∂", " in ": "∈", "|": "‖│┃╎╏┆┇┊┋║▏▎▍▌▐▕", "'": "‘’′╯╰┘╵╹", ",": "╷╻", "\"": "“”″▀",
		" ": "\u00a0\u2009\u202f\u2007", "<": "«‹◂◀⟨", ">": "»›▸▶⟩❯", "<-": "←", "->": "→", "<->": "↔",
		"=>": "⇒", "Enter": "⏎↵", "deg": "°",
		// frames and marks
		"+": "└├┤┬┴┼┏┓┗┛╋□▪▫▒", "E": "■", "\\": "╲", "X": "╳", "o": "○◯◌", "@": "★", "S": "◉◎", "#": "▓◆", "%": "◇≡", "A": "△", "Y": "▽",
	} {
		for _, r := range characters {
			of[r] = text
		}
	}
	return of
}()
