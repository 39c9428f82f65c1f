package chart

import (
	"strings"
	"unicode/utf8"
)

// ASCII returns s in 7-bit characters, for terminals without Unicode: λ becomes
// lambda, λ̂ lambda^, λγ lambda gamma, γ² gamma^2, ± +/-, and lines, bars and markers what the
// ASCII charts draw them with. What has no counterpart becomes ?. Escape
// sequences and line ends are kept, so that whole screens can be passed. The
// result may be wider than s: lay out after mapping. It costs one pass, and
// nothing for text that is ASCII already.
func ASCII(s string) string {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:i])
	before := rune(0)
	for _, r := range s[i:] {
		if before == 'λ' && r == 'γ' { // their product
			b.WriteByte(' ')
		}
		b.WriteString(asciiRune(r))
		before = r
	}
	return b.String()
}

func asciiRune(r rune) string {
	if r < utf8.RuneSelf {
		return string(r)
	}
	if i := strings.IndexRune("₀₁₂₃₄₅₆₇₈₉", r); i >= 0 && r != utf8.RuneError {
		return "_" + string(rune('0'+i/len("₀")))
	}
	switch {
	case r == 0x2800: // a braille cell without dots
		return " "
	case r > 0x2800 && r <= 0x28FF:
		return "."
	case r >= '▁' && r <= '█':
		return string(asciiLevels[r-'▁'])
	}
	switch r {
	// Greek
	case 'α':
		return "alpha"
	case 'β':
		return "beta"
	case 'γ':
		return "gamma"
	case 'δ':
		return "delta"
	case 'ε', 'ϵ':
		return "epsilon"
	case 'ζ':
		return "zeta"
	case 'η':
		return "eta"
	case 'θ':
		return "theta"
	case 'κ':
		return "kappa"
	case 'λ':
		return "lambda"
	case 'μ', 'µ':
		return "mu"
	case 'ν':
		return "v"
	case 'ξ':
		return "xi"
	case 'π':
		return "pi"
	case 'ρ':
		return "rho"
	case 'σ':
		return "sigma"
	case 'τ':
		return "tau"
	case 'φ', 'ϕ':
		return "phi"
	case 'χ':
		return "chi"
	case 'ψ':
		return "psi"
	case 'ω':
		return "omega"
	case 'Γ':
		return "Gamma"
	case 'Δ':
		return "Delta"
	case 'Θ':
		return "Theta"
	case 'Λ':
		return "Lambda"
	case 'Π':
		return "Pi"
	case 'Σ', '∑':
		return "Sigma"
	case 'Φ':
		return "Phi"
	case 'Ω':
		return "Omega"
	case 'ℓ':
		return "l"

	// combining marks, after the letter that they stand on
	case '\u0302':
		return "^"
	case '\u0303':
		return "~"
	case '\u0304', '\u0305':
		return "_"

	// exponents
	case '⁰':
		return "^0"
	case '¹':
		return "^1"
	case '²':
		return "^2"
	case '³':
		return "^3"
	case '⁴':
		return "^4"
	case '⁵':
		return "^5"
	case '⁶':
		return "^6"
	case '⁷':
		return "^7"
	case '⁸':
		return "^8"
	case '⁹':
		return "^9"
	case '⁻':
		return "^-"
	case 'ᵀ', '⊤':
		return "^T"

	// signs
	case '±':
		return "+/-"
	case '×', '✕', '✗':
		return "x"
	case '═', '≡', '━':
		return "="
	case '÷', '⁄':
		return "/"
	case '−', '—', '–', '‐', '‑', '─', '╍', '┄', '┅', '┈', '┉':
		return "-"
	case '╌':
		return "."
	case '·', '∙', '⋅':
		return "."
	case '•', '●', '★', '✓', '✔':
		return "*"
	case '…', '⋯':
		return "..."
	case '⋮':
		return ":"
	case '≤':
		return "<="
	case '≥':
		return ">="
	case '≠':
		return "!="
	case '≈', '∼':
		return "~"
	case '∞':
		return "inf"
	case '√':
		return "sqrt"
	case '∂':
		return "d"
	case '∈':
		return " in "
	case '‖', '│', '┃', '╎', '╏', '┆', '┇', '┊', '┋', '║', '▏', '▎', '▍', '▌', '▐', '▕':
		return "|"
	case '‘', '’', '′':
		return "'"
	case '“', '”', '″':
		return "\""
	case '\u00a0', '\u2009', '\u202f', '\u2007':
		return " "
	case '«', '‹', '◂', '◀', '⟨':
		return "<"
	case '»', '›', '▸', '▶', '⟩', '❯':
		return ">"
	case '←':
		return "<-"
	case '→':
		return "->"
	case '↔':
		return "<->"
	case '↑', '▲', '△', '▴':
		return "^"
	case '↓', '▼', '▽', '▾':
		return "v"
	case '⇒':
		return "=>"
	case '⏎', '↵':
		return "Enter"
	case '°':
		return "deg"

	// frames and marks
	case '╭', '╮', '┌', '┐':
		return "."
	case '╯', '╰', '└', '┘':
		return "'"
	case '├', '┤', '┬', '┴', '┼', '┏', '┓', '┗', '┛', '╋', '■':
		return "+"
	case '╱':
		return "/"
	case '╲':
		return "\\"
	case '╳':
		return "X"
	case '○', '◯', '◌':
		return "o"
	case '◉', '◎':
		return "@"
	case '□', '▪', '▫':
		return "+"
	case '░', '▒':
		return ":"
	case '▓', '◆', '◇':
		return "#"
	case '▀':
		return "\""
	}
	if r >= 0x0300 && r <= 0x036F {
		return "" // other marks: the letter alone says enough
	}
	return "?"
}
