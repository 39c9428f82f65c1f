package cli

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// defaultsHelp is what help says of settings that are not given.
const defaultsHelp = "Settings not given are those of the domain in the paper; of a file, all its trajectories and γ = 0.99."

// paragraphs returns the long help of a command. Fang wraps it itself, and a man
// page is wrapped where it is shown; cobra's own help is not.
func paragraphs(env Env, texts ...string) string {
	if !env.Terminal.Process {
		for i, t := range texts {
			texts[i] = lipgloss.Wrap(t, env.width(), "")
		}
	}
	return strings.Join(texts, "\n\n")
}
