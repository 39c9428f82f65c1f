package report

// Untested is a statement of the paper that a study does not test, with the reason.
type Untested struct {
	Lines  string // of the paper's TeX source
	Text   string
	Reason string
}

// untested are in the order of the paper.
var untested = []Untested{
	{"42, 318", "ALLSTD is parameter free.", "A judgement: the grid, the features and γ are still chosen."},
	{"42, 54", "LOTO-CV is too expensive for most practical applications.", "A judgement; figure c has the times of NaiveCV+LSTD."},
	{"49", "Tuning λ can have significant impact on performance.", "Not said of which problem; figures a and b have the differences on three."},
	{"54", "The error on the training data misleads.", "Why the paper leaves trajectories out; `run` says of a fit whether its predictions are off."},
	{"54", "Leave-one-out cross-validation is almost unbiased.", "Cited; `loto_diff` and `msve_diff` of figure a stand side by side."},
	{"56, 96, 121, 137, 139, 164, 196", "The numbers of evaluations and of multiplications.", "Counts, which follow from the algorithms; figure c has times."},
	{"62–64", "The contributions: LOTO-CV, ALLSTD, experiments.", "Their statements stand where they are made: figures b and c."},
	{"66, 223–230, 335–341", "With more trajectories ALLSTD goes to the least MSVE that the features allow.", "Only by `--figures d`, with the least MSVE of the features; the report of the claims has four problems."},
	{"66, 349", "The scores converge to the expected MSVE.", "With trajectories of one length they converge to the MSVE plus the variance of the return, which is the same for every λ. Of other trajectories this holds weighting by step. The fits of folds share data, so that the scores are not independent, and an infinite grid needs convergence at all λ's together."},
	{"109", "LSTD is exact, RLSTD approximate.", "RLSTD is LSTD with a ridge, which its initial variance determines."},
	{"113", "Long timescales tend to high variance, short ones to bias.", "Figure a has both parts, `bias2` and `variance`, without their errors."},
	{"119", "Single transitions are correlated, so that leaving out single ones is biased.", "The reason to leave out trajectories; a study leaves out nothing else."},
	{"137", "LOTO errors depend on λ through θ alone.", "A definition."},
	{"234, 275, 285–287, 297–303", "The domains, their policies, γ and 80 trials.", "Settings, which the study has; more trials decide."},
	{"276, 288, 304", "The features represent the values exactly, or do not.", "Follows from the domains; figure d has the least MSVE of the features."},
	{"306, 308", "λ = 1 is best on Mountain Car because of its poor features.", "One domain decides no cause; `--features` has others."},
	{"314–318", "What other methods lack.", "They are not part of a study."},
	{"322–324", "Other uses: off-policy evaluation, ridges, λ by state.", "Suggestions for later work."},
	{"282", "Execution times are averages, and k × LSTD makes no decision.", "Medians of five stand here, with the least; k × LSTD shares products among the λ's, so that RSM looks slower beside it than beside single fits."},
	{"343–346, 351", "LSTD(1) is linear regression on the returns, and goes to the best weights.", "An identity on episodes that end, and its consequence."},
	{"107, 148, 150, 178, 205, 209, 217", "Formulas and pseudo-code.", "Misprints, corrected: the update of RLSTD takes the inverse before it; RSM subtracts and returns M̃; θ of a fold takes y of the fold; ALLSTD needs b of each λ, starts from A₀⁻¹, and returns the fit of λ*."},
	{"228, 339", "μ averages H + 1 states.", "A misprint: the errors average H states."},
	{"273", "Of five states the ends are absorbing.", "Literally A is singular; here five states lie between the ends."},
}

// UntestedClaims returns the statements of the paper that a study does not test.
func UntestedClaims() []Untested { return untested }
