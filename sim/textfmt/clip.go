package textfmt

// Clip shortens user input for a one-line error.
func Clip(text string) string {
	const limit = 60
	if r := []rune(text); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return text
}
