package tui

import "lambdascope/sim/study"

// Limits bound what may be asked for where the machine is shared with others.
type Limits = study.Limits
