package tui

import "lambdascope/sim/analysis"

// Limits bound what may be asked for where the machine is shared with others.
type Limits = analysis.Limits
