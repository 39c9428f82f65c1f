package chart

// Glyphs is the set of characters that a terminal's font can show.
type Glyphs int

// The glyph sets. Braille has eight dots a cell; Plain is 7-bit, labels included.
const (
	Braille Glyphs = iota
	Plain
)

// asciiLevels are the eight heights of a bar, in place of ▁ to █.
const asciiLevels = ".:-=+*#@"

type glyphSet struct {
	vertical, horizontal   rune // of the axes
	corner, tickLeft, tick rune
	cursor                 rune
	level                  rune
	bar                    []rune // of error bars: whole, halves, beyond the plot
	none                   rune   // for a bar of height zero
	ellipsis               rune
	marks                  []rune
	samples                []string // of lines in the legend, three cells each
	densities              []rune   // of a cloud's cells, from few points to many
	beyond                 []rune   // at the edge of the plot, by direction
	sequential, diverging  []rune   // of heat maps without colours, from low to high
	one, dots              rune     // of a swarm, in a cell: one dot and two dots
	mean, truth, apart     rune     // of a swarm: the two lines and the bar between
	stacks                 []rune   // of a stack's parts without colours, from the foot up
}

// The directions in which a line leaves a cell, as bits of an index to asciiJoints.
const (
	left = 1 << iota
	right
	up
	down
)

// asciiJoints are the glyphs of a line in a cell, indexed by the directions in which the line
// leaves.
const asciiJoints = ".---|''+|..+|+++"

func (g Glyphs) set() glyphSet {
	s := glyphSet{
		vertical: '│', horizontal: '─', corner: '└', tickLeft: '┤', tick: '┴',
		level: '╌', bar: []rune("│╵╷▴▾"), cursor: '│', none: '·', ellipsis: '…',
		marks:   []rune(" ●○▼×■▲◆◇◎△▽★"),
		samples: []string{"", "⠒⠒⠒", "⠒ ⠒", "⠂⠂⠂"},

		densities: []rune("⠐⠿"), // few and many points, only for the legend
		beyond:    []rune(" ↑↓←→"),
		// Lines are negative, shades positive.
		sequential: []rune("·░▒▓█"), diverging: []rune("≡═─╌·░▒▓█"),

		one: '•', dots: ':', mean: '━', truth: '╌', apart: '┃', stacks: []rune("█░▒"),
	}
	if g == Plain {
		s = glyphSet{
			vertical: '|', horizontal: '-', corner: '+', tickLeft: '+', tick: '+',
			level: '.', bar: []rune("|',^v"), cursor: '|', none: ' ', ellipsis: '.',
			marks:      []rune(" *ovx+^#%@AY*"),
			samples:    []string{"", "---", "- -", "..."},
			densities:  []rune(".:=@"),
			beyond:     []rune(" ^_<>"),
			sequential: []rune(asciiLevels), diverging: []rune("8%=-.+*#@"),

			one: 'o', dots: '8', mean: '=', truth: '-', apart: '|', stacks: []rune("#:+"),
		}
	}
	return s
}

// ramp returns the glyphs of a heat map without colours.
func (g glyphSet) ramp(diverging bool) []rune {
	if diverging {
		return g.diverging
	}
	return g.sequential
}

// mark returns a marker's rune, or 0 for none.
func (g glyphSet) mark(m Marker) rune {
	if m <= MarkNone || int(m) >= len(g.marks) {
		return 0
	}
	return g.marks[m]
}
