package chart

import "slices"

// Between returns the chart a share of the way from an earlier chart to s, with the axes and words
// of s. Parts without a counterpart of the same size stand at their end.
func (s *Spec) Between(from *Spec, share float64) *Spec {
	out := *s
	_, y := s.Extents()
	if out.Y.Over.Empty() && out.Y.Min == out.Y.Max { // the axis must fit the end, not the way there
		out.Y.Over = y
	}
	if len(from.Series) == len(s.Series) {
		out.Series = slices.Clone(s.Series)
		for i := range out.Series {
			q := &out.Series[i]
			q.X = between(from.Series[i].X, q.X, share)
			q.Y = between(from.Series[i].Y, q.Y, share)
		}
	}
	if len(from.Intervals) == len(s.Intervals) {
		out.Intervals = slices.Clone(s.Intervals)
		for i := range out.Intervals {
			b := &out.Intervals[i]
			b.Lo = between(from.Intervals[i].Lo, b.Lo, share)
			b.Hi = between(from.Intervals[i].Hi, b.Hi, share)
		}
	}
	if s.Stack != nil && from.Stack != nil && len(s.Stack.Parts) == len(from.Stack.Parts) {
		out.Stack = &Stack{}
		for i, p := range s.Stack.Parts {
			p.Y = between(from.Stack.Parts[i].Y, p.Y, share)
			out.Stack.Parts = append(out.Stack.Parts, p)
		}
	}
	if s.Swarm != nil && from.Swarm != nil && len(s.Swarm.Groups) == len(from.Swarm.Groups) {
		swarm := *s.Swarm
		swarm.Groups = make([][]float64, len(s.Swarm.Groups))
		for i, group := range s.Swarm.Groups {
			swarm.Groups[i] = between(from.Swarm.Groups[i], group, share)
		}
		out.Swarm = &swarm
	}
	return &out
}

// between returns numbers on the way; the end if the lengths differ or an end is not finite.
func between(from, to []float64, share float64) []float64 {
	if len(from) != len(to) {
		return to
	}
	out := make([]float64, len(to))
	for i, end := range to {
		out[i] = end
		if finite(from[i]) && finite(end) {
			out[i] = float64((1-share)*from[i]) + float64(share*end)
		}
	}
	return out
}
