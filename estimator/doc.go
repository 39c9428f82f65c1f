// Package estimator fits linear value functions to recorded trajectories by
// LSTD(λ), and chooses λ by leave-one-trajectory-out cross-validation (ALLSTD).
//
// # Use
//
// With recorded episodes, each with rewards and the features of the states, two numbers a state:
//
//	var data []*estimator.Trajectory
//	for _, e := range episodes {
//		t, err := estimator.NewTrajectory(2, e.features, e.rewards, true)
//		if err != nil {
//			return err
//		}
//		data = append(data, t)
//	}
//	s, err := estimator.Select(ctx, data, estimator.Options{Gamma: 0.9})
//	if err != nil {
//		return err
//	}
//	fmt.Printf("λ̂ = %v of LOTO error %.3f\n", s.Best().Lambda, s.Best().LOTO)
//	fmt.Printf("value of a state: %.3f\n", s.Fit().Value([]float64{1, 0}))
//
// # The problem
//
// A policy was followed for n episodes; V(s) = x(s)ᵀθ is to predict the discounted return from a
// state s with d features x(s). With the trace z_t = λγ z_{t−1} + x_t and w_t = x_t − γ x_{t+1},
// LSTD(λ) is θ = A⁻¹b, where A = Σ z_t w_tᵀ + ρI and b = Σ z_t r_t over all trajectories, with a
// ridge ρ ≥ 0 in squared units of the features. LSTD(1) regresses the observed returns on the
// features; LSTD(0) relies on the estimated value of the next state instead, with less variance
// and more bias. Which λ errs least depends on the domain, the features and the amount of data.
//
// [Select] fits each λ of a grid n times, to all trajectories but one. The mean squared
// difference between predictions and the returns of the trajectory left out is the LOTO error
// ℓ_i; combined over trajectories, the ℓ_i are the LOTO error of λ. λ̂ is the smallest λ whose LOTO
// error is within rounding of the least. A LOTO error estimates the mean squared value error
// (MSVE) plus the variance of the return, which is the same for every λ: compare differences.
//
// # The loop
//
//	                 A_i, b_i ──▶ Σ_j A_j, Σ_j b_j ──▶ θ
//	trajectories ──▶ Σ_j A_j − A_i ──▶ θ_(i), ℓ_i, and u_i ──▶ Σ_i u_i (−θ_(i), 1)ᵀ
//	                 ⟨[A_j b_j], Σ_i u_i (−θ_(i), 1)ᵀ⟩ ──▶ the influence of j
//	                                       ℓ_i, influences ──▶ λ̂ and the λ's not ruled out
//
// For k λ's the cost is k·nH·d² to sum and k·n·d³ to factor each fold, up to constants. The λ's go
// in chunks of 32 MiB of systems, so that memory does not grow with k.
//
// # Reading a Selection
//
// Candidate.Diff is the LOTO error less the LOTO error of λ̂, and RefitSE its standard error over
// data sets of this size, by the infinitesimal jackknife of the whole LOTO error, refits
// included. Where Diff ≤ Selection.Quantile·RefitSE, λ is NotRuledOut as the best on average, at
// 95 %. Often this set is most of a grid. The statement is about the average over data sets, not
// about the present fit. [Selection.Warnings] lists weaknesses of the result. [FoldDeficient]
// marks a fold in which some feature direction has no data and counts as 0.
//
// # Numerics
//
// Features are scaled by powers of two to a size of about 1, so that units do not matter. Without
// a ridge, fits stay within the Selection.Rank directions that the data span. A matrix with a
// singular value below 1e−10 of its largest is rank-deficient: such values are dropped and θ is of
// least norm. With κ the norm of A over the least singular value of the fold's matrix, results are
// exact to 1e−9 + 20·2⁻⁵²·κ. Overflow is an error, and so are rewards so small that LOTO errors
// vanish. One build returns the same bits on any number of processors. Every computation takes a
// context, and Options.Do spreads work over a caller's pool.
//
// # Reading the code
//
// A trajectory (trajectory.go, ratios.go) becomes an episode in scaled coordinates (measure.go,
// coordinates.go), which has the sums A_i and b_i (episode.go). The loop (leaveout.go) goes over
// trajectories or groups (groups.go), solves each fold (fold.go), and sums influences
// (jackknife.go) for a Selection (selection.go, warnings.go, effective.go). The rest builds on the
// loop: ridges.go, refine.go, compare.go, fit.go, calibration.go, leverage.go, lstd.go, heldout.go,
// save.go; passes.go is the same loop for data larger than memory, and method.go opens the loop to
// package rivals. refits.go gathers fits without each fold in sums (scatter.go, quantiles.go).
// internal/kernels has the inner loops, internal/dense linear systems by one rule of rank. A new
// weighting of the ℓ_i is a name and a case in weighting.go. The package imports gonum, x/sys/cpu
// and the standard library alone.
//
// A plain loop in Go takes a quarter of the lines. The others are for speed, as a factor of time on
// games of 2048, random walks or tile coding: kernels in assembly 1.5 to 3.6, sparse sums 3.2
// (episode.go), errors from moments 1.5 to 1.9 (fold.go), equal trajectories once 1.75
// (repeats.go), folds solved side by side 1.4 (fold.go), sums that λ's share 1.3 (lags.go), and
// memory kept for the next loop 3 (tables.go). Others are for digits, as sums in twice the
// precision of a double (total.go), and for features computed on demand, importance ratios, groups,
// cancellation and progress.
//
// # Sources
//
//   - Mann, Penedones, Hester, Mannor: Adaptive λ Least-Squares Temporal Difference Learning,
//     [arXiv 1612.09465]: "the paper", here with misprints corrected.
//   - Boyan: Technical update: Least-squares temporal difference learning, Machine Learning 49,
//     2002: LSTD(λ), after Bradtke, Barto, Machine Learning 22, 1996.
//   - Xu, He, Hu: Efficient reinforcement learning using recursive least-squares methods, JAIR 16,
//     2002: RLS-TD(λ).
//   - Yu: Convergence of least squares temporal difference methods under general conditions, ICML
//     2010: off-policy LSTD(λ).
//   - Kish: Survey Sampling, 1965: the effective number of trajectories.
//   - Efron, Tibshirani: An Introduction to the Bootstrap, 1993, ch. 11; Bell, McCaffrey, Survey
//     Methodology 28, 2002; MacKinnon, Nielsen, Webb, Journal of Applied Econometrics 38, 2023: the
//     covariance of θ by refits.
//   - Jaeckel: The infinitesimal jackknife, Bell Laboratories Memorandum MM 72-1215-11, 1972;
//     Efron: The Jackknife, the Bootstrap and Other Resampling Plans, SIAM, 1982, ch. 6.
//
// [arXiv 1612.09465]: https://arxiv.org/abs/1612.09465
package estimator
