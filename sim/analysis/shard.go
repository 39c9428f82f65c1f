package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/features"
)

// SumShard makes the first pass over the trajectories of a file, which are a part: all
// of them, with features that do not depend on the other parts.
func (e *Engine) SumShard(ctx context.Context, s Settings) (*Shard, error) {
	if err := s.checkGivenBounds(); err != nil {
		return nil, err
	}
	s, lambdas, err := e.check(s)
	if err != nil {
		return nil, err
	}
	if e.groups(s) != nil {
		return nil, fmt.Errorf("%s: groups of trajectories, which parts can't leave out: want groups %s", fileLabel(s.File), ignoreGroups)
	}
	f := e.file(s.Hash)
	sums, err := e.overPart(ctx, s).sums(ctx, s.Gamma, lambdas, e.Do)
	if err != nil {
		return nil, e.inFile(ctx, s, err)
	}
	return &Shard{
		shardHeader: shardHeader{
			Kind:     ShardSums,
			Settings: settingsOf(s, f.Ratios),
			Parts:    []Part{{s.File, s.Hash, s.Trajectories, f.steps}},
		},
		value: sums,
	}, nil
}

// checkGivenBounds returns an error where features are scaled by what a part alone does
// not know.
func (s Settings) checkGivenBounds() error {
	spec, bounds, err := s.featureSpec()
	if err != nil || !spec.Scaled() {
		return err
	}
	if slices.ContainsFunc(bounds, func(b features.Bound) bool { return b.Data }) {
		return fmt.Errorf("features %s without bounds: want those of every column, as a part does not have the least and largest of all data", s.Features)
	}
	return nil
}

// overPart returns passes over the trajectories of a file.
func (e *Engine) overPart(ctx context.Context, s Settings) pass {
	return func(do func(block []*estimator.Trajectory) error) error {
		do, done := counted(do)
		defer progressOf(ctx).begin("sums", 1, func() float64 { return float64(done.Load()) / float64(s.Trajectories) })()
		over, _, err := e.streamed(s, nil)
		if err != nil {
			return err
		}
		if over != nil {
			return over(ctx, s.Trajectories, do)
		}
		_, data, err := e.data(ctx, s)
		if err != nil {
			return err
		}
		const some = 4096
		for block := range slices.Chunk(data, some) {
			if err := do(block); err != nil {
				return err
			}
		}
		return nil
	}
}

// MergeShards returns the sums of all parts. They and the first of them are of no use
// afterwards. The error names a shard that does not belong.
func MergeShards(shards []*Shard) (*Shard, error) {
	if len(shards) == 0 {
		return nil, fmt.Errorf("no sums: want those of at least one part")
	}
	shards = slices.Clone(shards)
	for _, s := range shards {
		if s.Kind != ShardSums {
			return nil, fmt.Errorf("%s: %s: want sums", s.Name, s.Kind)
		}
	}
	slices.SortStableFunc(shards, func(a, b *Shard) int { return order(a.Parts[0], b.Parts[0]) })
	out := shards[0]
	from := make(map[string]*Shard) // by the hash of a part
	var parts []Part
	for i, s := range shards {
		if err := out.Settings.differs(s.Settings); err != nil {
			return nil, fmt.Errorf("%s: %w, as in %s", s.Name, err, out.Name)
		}
		if s.Settings.Ratios != out.Settings.Ratios {
			return nil, ratiosDiffer(s.Name, out.Name)
		}
		for _, p := range s.Parts {
			if other := from[p.Hash]; other != nil {
				return nil, fmt.Errorf("%s: %s comes twice, in %s, too: want each part once", s.Name, p.label(), other.Name)
			}
			from[p.Hash] = s
			parts = append(parts, p)
		}
		if i > 0 {
			if err := out.value.(*estimator.Sums).Merge(s.value.(*estimator.Sums)); err != nil {
				return nil, fmt.Errorf("%s: %w", s.Name, err)
			}
		}
	}
	slices.SortFunc(parts, order)
	out.Parts = parts
	return out, nil
}

// Shards is what the passes after the first work with.
type Shards struct {
	engine *Engine
	sums   *Shard
	passes *estimator.Passes
}

// OpenShards returns what the passes over the parts of merged sums work with.
func (e *Engine) OpenShards(ctx context.Context, sums *Shard) (*Shards, error) {
	if sums.Kind != ShardSums {
		return nil, fmt.Errorf("%s: %s: want sums", sums.Name, sums.Kind)
	}
	settings, err := sums.Settings.of(File{Hash: sums.Digest, Features: sums.Settings.Columns})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", sums.Name, err)
	}
	out := &Shards{engine: e, sums: sums}
	if out.passes, err = sums.value.(*estimator.Sums).Open(ctx, e.passOptions(settings)); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s: %w", sums.Name, err)
	}
	return out, nil
}

// part returns the settings of a file that was loaded, and which part it is.
func (h *Shards) part(f File) (Settings, Part, error) {
	at := slices.IndexFunc(h.sums.Parts, func(p Part) bool { return p.Hash == f.Hash })
	if at < 0 {
		return Settings{}, Part{}, fmt.Errorf("%s: not among the parts of %s: want one of them, as it was", fileLabel(f.Name), h.sums.Name)
	}
	s, err := h.sums.Settings.of(f)
	if err == nil {
		s, err = h.engine.Check(s)
	}
	return s, h.sums.Parts[at], err
}

// Score makes the second pass over a part.
func (h *Shards) Score(ctx context.Context, f File) (*Shard, error) {
	s, part, err := h.part(f)
	if err != nil {
		return nil, err
	}
	scores, err := h.engine.overPart(ctx, s).scores(ctx, h.passes, s.Trajectories)
	if err != nil {
		return nil, h.engine.inFile(ctx, s, err)
	}
	return &Shard{value: scores, shardHeader: shardHeader{
		Kind: ShardScores, Settings: h.sums.Settings, Parts: []Part{part}, Sums: h.sums.Digest,
	}}, nil
}

// inOrder returns the shards of a kind by part, in the order of the sums' parts. The
// error names one that does not belong, is missing or comes twice.
func (h *Shards) inOrder(kind ShardKind, shards []*Shard) ([]*Shard, error) {
	by := make(map[string]*Shard)
	for _, s := range shards {
		if s.Kind != kind {
			return nil, fmt.Errorf("%s: %s: want %s", s.Name, s.Kind, kind)
		}
		if s.Sums != h.sums.Digest {
			return nil, fmt.Errorf("%s: made with other sums than %s: want it made with these", s.Name, h.sums.Name)
		}
		part := s.Parts[0]
		if other := by[part.Hash]; other != nil {
			return nil, fmt.Errorf("%s: %s comes twice, in %s, too: want each part once", s.Name, part.label(), other.Name)
		}
		by[part.Hash] = s
	}
	var out []*Shard
	for _, p := range h.sums.Parts {
		s := by[p.Hash]
		if s == nil {
			return nil, fmt.Errorf("%s of %s: missing: want those of every part of %s", kind, p.label(), h.sums.Name)
		}
		if s.Parts[0].Trajectories != p.Trajectories {
			return nil, fmt.Errorf("%s: %d trajectories: want %d, as in %s", s.Name, s.Parts[0].Trajectories, p.Trajectories, h.sums.Name)
		}
		out = append(out, s)
	}
	if len(out) != len(shards) {
		return nil, fmt.Errorf("%d files of %s: want %d, one of each part of %s", len(shards), kind, len(out), h.sums.Name)
	}
	return out, nil
}

// allScores returns the scores of all parts, and their digest.
func (h *Shards) allScores(shards []*Shard) (*estimator.LOTOErrors, string, error) {
	shards, err := h.inOrder(ShardScores, shards)
	if err != nil {
		return nil, "", err
	}
	all, sum := h.passes.NewLOTOErrors(), sha256.New()
	all.Grow(h.sums.value.Len())
	for _, s := range shards {
		if err := all.Append(s.value.(*estimator.LOTOErrors)); err != nil {
			return nil, "", fmt.Errorf("%s: %w", s.Name, err)
		}
		sum.Write([]byte(s.Digest))
	}
	return all, hex.EncodeToString(sum.Sum(nil)), nil
}

// Spread makes the third pass over a part, given the scores of all.
func (h *Shards) Spread(ctx context.Context, scores []*Shard, f File) (*Shard, error) {
	s, part, err := h.part(f)
	if err != nil {
		return nil, err
	}
	all, digest, err := h.allScores(scores)
	if err != nil {
		return nil, err
	}
	spread, err := h.engine.overPart(ctx, s).spread(ctx, h.passes, all, s.Trajectories)
	if err != nil {
		return nil, h.engine.inFile(ctx, s, err)
	}
	return &Shard{value: spread, shardHeader: shardHeader{
		Kind: ShardSpread, Settings: h.sums.Settings, Parts: []Part{part}, Sums: h.sums.Digest, Scores: digest,
	}}, nil
}

// Report returns the analysis of all parts, from scores and spreads of each: without
// spreads it does not say how sure differences are. With them it returns the leverages
// at λ̂, too.
func (h *Shards) Report(ctx context.Context, scores, spreads []*Shard) (*Result, []float64, error) {
	all, digest, err := h.allScores(scores)
	if err != nil {
		return nil, nil, err
	}
	var spread *estimator.Spread
	if len(spreads) > 0 {
		if spreads, err = h.inOrder(ShardSpread, spreads); err != nil {
			return nil, nil, err
		}
		spread = h.passes.NewSpread()
		for _, s := range spreads {
			if s.Scores != digest {
				return nil, nil, fmt.Errorf("%s: made with other scores than these: want it made with them", s.Name)
			}
			if err := spread.Append(s.value.(*estimator.Spread)); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", s.Name, err)
			}
		}
	}
	var names []string
	for _, p := range h.sums.Parts {
		names = append(names, p.Name)
	}
	file := File{Name: JoinFiles(names), Hash: h.sums.Digest, Trajectories: h.sums.value.Len(), Features: h.sums.Settings.Columns}
	a := &Result{Best: -1, Worst: -1}
	if a.Settings, err = h.sums.Settings.of(file); err != nil {
		return nil, nil, err
	}
	if a.Scaling, err = a.Settings.givenScaling(); err != nil {
		return nil, nil, err
	}
	lap := stopwatch()
	if a.Selection, err = h.passes.Selection(ctx, all, spread); err != nil {
		return nil, nil, err
	}
	a.Selection.Elapsed = lap()
	a.Elapsed.Score = lap()
	if spread != nil {
		a.leverage = spread.Leverage()
	}
	return a, a.leverage, nil
}
