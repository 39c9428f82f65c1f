package results

// program is the name of the program in the commands of a summary.
const program = "lambdascope"

// The flags that ask for a study. Messages and the summary name its settings as the
// flags do.
const (
	TrialsFlag       = "trials"
	TrajectoriesFlag = "trajectories"
	FiguresFlag      = "figures"
	ResumeFlag       = "resume"
	BudgetFlag       = "budget"
	SelectorsFlag    = "selectors"

	domainFlag  = "domain"
	problemFlag = "problem"
	targetFlag  = "target"
	boundsFlag  = "bounds"
	groupsFlag  = "groups"
	outFlag     = "out"
)
