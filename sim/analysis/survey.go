package analysis

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"lambdascope/estimator"
	"lambdascope/sim/features"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
)

// Survey describes files of trajectories before any estimate.
type Survey struct {
	Files                 []Surveyed
	Columns               int // numbers of an observation
	Terminated, Truncated int // episodes
	Lengths               []int
	Effective             float64 // equivalent number of episodes of equal length
	Rewards               [2]float64
	Box                   features.Box // around all observations; without bounds if there are no observations
	Collinear             []Collinear  // columns that are combinations of earlier columns
	Unchecked             bool         // too many columns for Collinear
	Equal                 []Equal      // episodes equal to earlier episodes
	Copies                bool         // equality is hardly by chance
	Groups                int          // 0 without groups
	Ratios                *Ratios      // nil without ratios

	steps   int
	repeats repeats
	moments []float64 // sums of products of columns
	names   []string  // of episodes
	groups  recorded.Groups
}

// Surveyed is a file of a Survey.
type Surveyed struct {
	Name            string
	Format          string
	Err             error // reason that reading failed; nil on success
	Episodes, Steps int
	Apart, Late     int // see recorded.Data
}

// Collinear is a column that is a combination of others.
type Collinear struct {
	Column int
	Of     []int
}

// Equal names an episode and the equal earlier episode.
type Equal struct{ Episode, Earlier string }

// Ratios are the importance ratios of all transitions.
type Ratios struct {
	Mean, Largest float64
	Zero          int
}

// mostMoments is the largest number of columns for Collinear, because the memory of the
// moments grows with the square of the columns.
const mostMoments = 128

// NewSurvey reads files. The Survey has the error of a faulty file, the episodes before the
// fault, and the other files. The error of NewSurvey is ctx's.
func NewSurvey(ctx context.Context, files []Source) (*Survey, error) {
	s := &Survey{Rewards: [2]float64{math.Inf(1), math.Inf(-1)}}
	for _, f := range files {
		file, err := s.read(ctx, f)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		file.Err = err
		s.Files = append(s.Files, file)
	}
	s.finish()
	return s, nil
}

// read adds the episodes of a file, up to the first fault.
func (s *Survey) read(ctx context.Context, source Source) (Surveyed, error) {
	out := Surveyed{Name: source.Name}
	first := len(s.Lengths)
	data, err := source.each(ctx, 1, 0, s.add)
	out.Episodes = len(s.Lengths) - first
	for _, h := range s.Lengths[first:] {
		out.Steps += h
	}
	if err != nil {
		for i := first; i < len(s.Lengths); i++ {
			s.names = append(s.names, strconv.Itoa(i))
		}
		return out, err
	}
	for i := range out.Episodes {
		name := strconv.Itoa(first + i)
		if data.IDs != nil && data.IDs[i] != "" {
			name = data.IDs[i]
		}
		s.names = append(s.names, name)
	}
	out.Format, out.Apart, out.Late = data.Format, data.Apart, data.Late
	switch {
	case first > 0 && data.Ratios != (s.Ratios != nil):
		return out, ratiosDiffer(source.Name, s.Files[0].Name)
	case !s.groups.Append(first, data.Groups):
		return out, groupsDiffer(source.Name, s.Files[0].Name)
	}
	return out, nil
}

// add adds an episode.
func (s *Survey) add(t *estimator.Trajectory) error {
	d := t.Dim()
	if s.Columns == 0 {
		s.Columns = d
		if s.Unchecked = d > mostMoments; !s.Unchecked {
			s.moments = make([]float64, d*d)
		}
	}
	if d != s.Columns {
		return fmt.Errorf("%d features: want %d, as in the files before", d, s.Columns)
	}
	states := t.Len()
	if t.Terminated() {
		s.Terminated++
	} else {
		s.Truncated++
		states++
	}
	s.Lengths = append(s.Lengths, t.Len())
	s.repeats.add(t)
	ext := extents{box: s.Box}
	ext.add(t)
	s.Box, s.steps = ext.box, s.steps+ext.steps
	for _, r := range t.Rewards() {
		s.Rewards[0], s.Rewards[1] = min(s.Rewards[0], r), max(s.Rewards[1], r)
	}
	for _, k := range t.Ratios() {
		if s.Ratios == nil {
			s.Ratios = new(Ratios)
		}
		s.Ratios.Mean += k
		s.Ratios.Largest = max(s.Ratios.Largest, k)
		if k == 0 {
			s.Ratios.Zero++
		}
	}
	if s.moments == nil {
		return nil
	}
	for step := range states {
		x := t.Features(step)
		for i, v := range x {
			if v != 0 {
				row := s.moments[i*d : (i+1)*d]
				for j, w := range x[:i+1] {
					row[j] += float64(v * w)
				}
			}
		}
	}
	return nil
}

// finish computes the figures from the sums.
func (s *Survey) finish() {
	squares := 0.0
	for _, h := range s.Lengths {
		squares += float64(float64(h) * float64(h))
	}
	if s.steps > 0 {
		s.Effective = float64(s.steps) * float64(s.steps) / squares
	}
	if s.Ratios != nil {
		s.Ratios.Mean /= float64(s.steps)
	}
	s.Groups = len(s.groups.Names)
	for i, first := range s.repeats.of {
		if int(first) != i {
			s.Equal = append(s.Equal, Equal{s.names[i], s.names[first]})
		}
	}
	s.Copies = len(s.Equal) > 0 && s.repeats.copies()
	s.findCollinear()
}

// findCollinear finds columns that are combinations of earlier columns, by a Cholesky
// factorisation of the moments of columns of length 1.
func (s *Survey) findCollinear() {
	const (
		alike = 1e-10 // share of a column's squared length that the estimator drops
		part  = 1e-6  // least coefficient named in a combination
	)
	d := s.Columns
	var basis []int
	var factor mat.Cholesky // of the moments of the basis
	at := func(i, j int) float64 {
		i, j = max(i, j), min(i, j)
		return s.moments[i*d+j] / math.Sqrt(s.moments[i*d+i]) / math.Sqrt(s.moments[j*d+j])
	}
	for j := range d {
		if s.moments == nil || s.moments[j*d+j] == 0 {
			continue
		}
		n := len(basis)
		if n == 0 {
			factor.Factorize(mat.NewSymDense(1, []float64{1}))
			basis = append(basis, j)
			continue
		}
		moments := mat.NewVecDense(n+1, nil)
		for k, i := range basis {
			moments.SetVec(k, at(i, j))
		}
		moments.SetVec(n, 1)
		var more mat.Cholesky
		if more.ExtendVecSym(&factor, moments) && more.RawU().At(n, n) > math.Sqrt(alike) {
			basis = append(basis, j)
			factor = more
			continue
		}
		var combination mat.VecDense
		_ = factor.SolveVecTo(&combination, moments.SliceVec(0, n)) // an error only means nearly collinear columns
		one := Collinear{Column: j}
		for k, i := range basis {
			if math.Abs(combination.AtVec(k)) > part {
				one.Of = append(one.Of, i)
			}
		}
		s.Collinear = append(s.Collinear, one)
	}
}

// Steps returns the number of transitions.
func (s *Survey) Steps() int { return s.steps }

// Constant returns the columns that never change.
func (s *Survey) Constant() (columns []int) {
	for j, low := range s.Box.Low {
		if low == s.Box.High[j] && s.steps > 0 {
			columns = append(columns, j)
		}
	}
	return columns
}

// Findings returns faults of the data, the gravest first, one sentence each, without a full
// stop.
func (s *Survey) Findings() []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	n := len(s.Lengths)
	faulty := false
	for _, f := range s.Files {
		if f.Err != nil {
			faulty = true
			add("%v", f.Err)
		}
	}
	if n < settings.MinTrajectories && (n > 0 || !faulty) {
		add("%s: a selection needs at least %d", textfmt.Count(n, "episode"), settings.MinTrajectories)
	}
	if n == 0 {
		return out
	}
	if s.Rewards[0] == 0 && s.Rewards[1] == 0 {
		add("every reward is 0: there is nothing to compare")
	}
	if s.huge() {
		add("rewards are as large as %s: squared returns overflow; scale the rewards down", textfmt.Number(max(-s.Rewards[0], s.Rewards[1])))
	}
	if s.Groups == 1 {
		add("all episodes are of one group: to leave one out takes two; --groups ignore leaves out single episodes")
	}
	if s.Copies {
		add("%d of %d episodes are equal to earlier ones: if they are copies, each fold has seen what it leaves out", len(s.Equal), n)
	}
	if s.Truncated == n && !faulty { // because the rest of a faulty file may terminate
		add("no episode terminates: returns stop where the recording does, and at γ = 1 values are not determined if the features span a constant")
	}
	const few = 2 // below n/few effective episodes, few carry the steps
	if s.Effective < float64(n)/few {
		add("few episodes carry the steps: %d count as %s of equal length", n, textfmt.Rounded(s.Effective, 3))
	}
	columns := features.Columns(s.Columns)
	for _, j := range s.Constant() {
		if s.Box.Low[j] == 0 {
			add("%s is always 0: it says nothing", columns[j])
		} else {
			add("%s is always %s: it is an intercept; features that scale columns need --bounds for it", columns[j], textfmt.Number(s.Box.Low[j]))
		}
	}
	for _, c := range s.Collinear {
		var of []string
		for _, j := range c.Of {
			of = append(of, columns[j])
		}
		if len(of) == 0 {
			continue
		}
		what := "a combination of "
		if len(of) == 1 {
			what = "a multiple of "
		}
		add("%s is %s%s: θ is the one of least norm", columns[c.Column], what, columnList(of))
	}
	for _, f := range s.Files {
		var found []string
		if f.Apart > 0 {
			found = append(found, textfmt.Count(f.Apart, "episode")+" with rows of others between theirs")
		}
		if f.Late > 0 {
			found = append(found, textfmt.Count(f.Late, "row")+" after a later step")
		}
		if found != nil {
			add("%s: %s: put in order", f.Name, textfmt.And(found))
		}
	}
	const far = 0.1
	if s.Ratios != nil && math.Abs(s.Ratios.Mean-1) > far {
		add("importance ratios are %s on average: those that belong to the data are 1", textfmt.Rounded(s.Ratios.Mean, 3))
	}
	return out
}

// columnList lists names; of many, the first and the last.
func columnList(names []string) string {
	const few = 5
	if len(names) > few {
		return names[0] + " … " + names[len(names)-1]
	}
	return textfmt.And(names)
}

// Next returns the arguments of the next command for files of the given names; nil for data
// not ready for a selection.
func (s *Survey) Next(names []string) []string {
	if len(s.Lengths) < settings.MinTrajectories || s.huge() || slices.ContainsFunc(s.Files, func(f Surveyed) bool { return f.Err != nil }) {
		return nil
	}
	args := []string{"run"}
	for _, name := range names {
		args = append(args, "--data", name)
	}
	if 2*s.Truncated >= len(s.Lengths) {
		args = append(args, "--tail", estimator.TailBootstrap.String())
	}
	if s.Groups == 1 {
		args = append(args, "--groups", "ignore")
	}
	return args
}

// huge reports whether squared rewards overflow in sum, because squared returns then overflow,
// too.
func (s *Survey) huge() bool {
	return s.steps > 0 && math.IsInf(max(s.Rewards[0]*s.Rewards[0], s.Rewards[1]*s.Rewards[1])*float64(s.steps), 0)
}
