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
// state s with d features x(s). LSTD(1) regresses the observed returns on the features; LSTD(0)
// relies on the estimated value of the next state instead, with less variance and more bias.
// Which λ errs least depends on the domain, the features and the amount of data, and
// cross-validation estimates it from the data alone.
//
// # Data
//
// A [Trajectory] has H transitions, H varying between trajectories: the features of H+1 states
// and H rewards. After termination the value of the last state is 0; after truncation LSTD
// bootstraps from the last state. The difference matters; a time limit is a truncation.
// [NewTrajectory] takes plain numbers, a [FeatureTable] makes compact trajectories over few
// states. There is no intercept unless a feature is constant.
//
// # Estimates
//
// With the trace z_t = λγ z_{t−1} + x_t and w_t = x_t − γ x_{t+1}, θ = A⁻¹b where
// A = Σ z_t w_tᵀ + ρI and b = Σ z_t r_t over all trajectories. The ridge ρ ≥ 0 is
// in squared units of the features.
//
//   - [LSTD] sums A and b and solves, for each λ. [Select] chooses among these fits.
//   - [Leverage] measures the share of a fit that rests on each trajectory.
//   - [Fit.WithCovariance] estimates the variation of θ, and so of values, over data sets of this
//     size. The estimate covers chance alone, not the limits of the features.
//
// # Off-policy
//
// Trajectories may follow a behaviour policy other than the target policy, given the importance
// ratio κ_t of each step ([Trajectory.WithRatios]). Then
//
//	z_t = λγκ_{t−1} z_{t−1} + x_t, A = Σ z_t (x_t − γκ_t x_{t+1})ᵀ, b = Σ z_t κ_t r_t,
//
// and returns are G_t = κ_t(r_t + γG_{t+1}), and λ = 1 regresses these returns on the features
// (Yu 2010). Everything below accepts trajectories with and without ratios, also mixed.
// Selection.Effective is the equivalent number of trajectories of equal weight. Products of
// ratios over successive steps make terms of A larger than A itself, so that digits are lost:
// methods agree as Numerics says, with the size of the terms for the norm of A.
//
// # Choosing λ
//
// [Select] fits each λ of a grid n times, to all trajectories but one. The mean squared
// difference between the predicted and the observed returns of the trajectory left out is the
// LOTO error ℓ_i; combined over trajectories, the ℓ_i are the LOTO error of λ. λ̂ is the smallest
// λ whose LOTO error is within rounding of the least. A LOTO error estimates the mean squared
// value error (MSVE) plus the variance of the return, which is the same for every λ: compare
// differences of LOTO errors, not levels.
//
//   - [Weighting]: [ByStep], the default, weights ℓ_i by length, so that the estimate remains one
//     of the MSVE when lengths vary; [ByTrajectory] is the plain mean.
//   - [Tail]: the returns of truncated trajectories miss the rewards after the cut; if these
//     weigh much (Selection.CutWeight), cut returns can rank λ's wrongly. [TailNone] takes
//     returns unchanged, as the paper does; [TailBootstrap] completes returns by each fold's own
//     fit, so that LOTO errors depend on the fit, too.
//   - Options.Groups leaves out groups of trajectories that are not independent, of one robot or
//     one day, instead of single trajectories. A fold is then a group, with sums over the group
//     instead of A_i and b_i, and all errors count groups.
//   - [Refine] searches all of [0, 1], from the result on a grid.
//   - [SelectRidge] chooses λ and ρ together; all ρ share the sums A_i.
//   - [Compare] compares selections with other features.
//
// # Reading a Selection
//
// Candidate.Diff is the LOTO error less the LOTO error of λ̂. RefitSE is the standard error of
// Diff over data sets of this size, by the infinitesimal jackknife: from the derivatives of the
// whole LOTO error, refits included, in the weights of the trajectories. Where
// Diff ≤ Selection.Quantile·RefitSE, λ is NotRuledOut as the best on average, at 95 %;
// [Selection.NotRuledOut] counts such λ's. Often this set is most of a grid. The statement is
// about the average over data sets, not about the present fit.
//
//   - [Selection.Warnings] lists the reasons why the set of λ's not ruled out may not be about
//     the least MSVE, and other weaknesses of the result.
//   - [Selection.Choose] chooses among these λ's by another rule than the lowest LOTO error.
//   - Candidate.PairedSE treats folds as if no two shared data, and can be a quarter of the true
//     standard error, or five times as large.
//
// [Calibrate] compares predictions with the returns of the trajectories left out, part by part,
// because no standard error shows whether a fit can be trusted.
//
// Candidate.Status is the way each fold was fitted. [FoldDeficient] means that without the
// trajectory some feature direction has no data and counts as 0, as happens with few trajectories
// or sparse features; such folds remain in the LOTO error.
//
// # Cost
//
// For k λ's, k·nH·d² to sum and k·n·d³ to factor each fold, up to constants. Package rivals has
// the paper's ways, to compare with: refits, k·n·(nH·d² + d³), and rank-one updates, k·nH·d² with
// a larger constant.
//
// # Folds
//
// The systems of all trajectories are summed in twice the precision of a double, a rounded sum
// and the rest. Each fold is the total less the trajectory's own system. The fold keeps its
// digits even if the system taken away is 10¹⁶ times as large as the rest. leaveout.go has a
// picture of the loop.
//
// # Numerics
//
// Features are scaled by powers of two to a size of about 1, so that units do not matter. Without
// a ridge, fits stay within the Selection.Rank directions that the data span. A matrix with a
// singular value below 1e−10 of its largest is then rank-deficient: such values are dropped and θ
// is of least norm. With κ the norm of A over the least singular value of the
// fold's matrix, methods agree to 1e−9 + 20·2⁻⁵²·κ; where a singular value is near the limit,
// methods may judge the rank differently. Overflow is an error, and so are rewards so small that
// LOTO errors vanish.
//
// # In passes
//
// A selection of more trajectories than fit in memory takes three passes over them, in
// blocks of any size:
//
//   - [Sums] makes the first, the sums of A_i and b_i for each λ, and the Gram matrix of the
//     features: k·nH·d², and memory for some 2k·d² numbers.
//   - [Passes.LeaveOut] makes the second, which fits and scores each fold, as Select does:
//     k·nH·d² + k·n·d³, and n·k numbers. λ̂ is known afterwards.
//   - [Passes.Spread] makes the third, which computes the share of refits in RefitSE, and
//     leverages at λ̂: k·nH·d².
//
// [Sums.Open] makes the [Passes], and [Passes.Selection] returns the selection of Select, to
// 1e−9 + 20·2⁻⁵²·κ. Other blocks change it by rounding alone, to about 12 digits; the same blocks
// give the same bits. A pass over a block in memory is spread over processors as Select is; the
// caller reads the blocks.
//
// # Running
//
// Every long computation takes a context, and returns the context's error soon after its end.
// Options.Do spreads work over a caller's pool; nil means a goroutine per processor. One build
// returns the same bits on any number of processors. Beyond the result, Select takes some tens of
// MiB, whatever n and k, and as a rule a few dozen numbers per trajectory. Trajectories may be
// shared among concurrent calls.
//
// # Data flow
//
// The files in the order in which data pass through:
//
//	trajectory.go   recorded data; table.go for few states, ratios.go for off-policy
//	options.go      the options; running.go spreads work and counts progress
//	measure.go      the sizes of features and of returns, in one pass
//	coordinates.go  scaled coordinates, their rank, and the view of a ridge
//	groups.go       trajectories left out together; repeats.go finds equal ones
//	episode.go      a trajectory in these coordinates, and its sums A_i and b_i
//	leaveout.go     the fold loop: each fold is the total less A_i
//	methods.go      the fit and the error of each fold; workspace.go is scratch
//	jackknife.go    the standard error of each difference
//	selection.go    the LOTO error of each λ, and λ̂; warnings.go, choose.go
//	effective.go    the effective number of trajectories
//	calibration.go  predictions against returns, part by part
//	compare.go      differences between λ's and between selections
//	refine.go       λ beyond the grid; ridges.go, λ and ρ together
//	heldout.go      errors of any θ on trajectories left out
//	lstd.go         fits to all trajectories; fit.go, values and their covariance;
//	                leverage.go, the share of each trajectory
//	passes.go       a selection in passes, after the sums of passes_sums.go
//	method.go       other ways to fit without each fold, for package rivals
//
// The package builds on internal/kernels, the inner loops, and internal/dense, linear systems by
// one rule of rank. The package imports gonum, x/sys/cpu and the standard library alone.
//
// # Sources
//
//   - Mann, Penedones, Hester, Mannor: Adaptive λ Least-Squares Temporal Difference Learning,
//     [arXiv 1612.09465]: "the paper", here with misprints corrected.
//   - Yu: Convergence of least squares temporal difference methods under general
//     conditions, ICML 2010; Geist, Scherrer: Off-policy learning with eligibility traces:
//     a survey, JMLR 15, 2014: off-policy LSTD(λ).
//   - Kish: Survey Sampling, 1965: the effective number of trajectories.
//   - Bradtke, Barto: Linear least-squares algorithms for temporal difference
//     learning, Machine Learning 22, 1996.
//   - Boyan: Technical update: Least-squares temporal difference learning, Machine
//     Learning 49, 2002: LSTD(λ).
//   - Xu, He, Hu: Efficient reinforcement learning using recursive least-squares
//     methods, JAIR 16, 2002: RLS-TD(λ).
//   - Breiman, Friedman, Olshen, Stone: Classification and Regression Trees, 1984: the
//     rule of one standard error.
//   - Efron, Tibshirani: An Introduction to the Bootstrap, 1993, ch. 11; Bell, McCaffrey: Bias
//     reduction in standard errors for linear regression with multi-stage samples, Survey
//     Methodology 28, 2002; MacKinnon, Nielsen, Webb: Fast and reliable jackknife and
//     bootstrap methods for cluster-robust inference, Journal of Applied Econometrics 38,
//     2023: the covariance of θ by refits.
//   - Jaeckel: The infinitesimal jackknife, Bell Laboratories Memorandum MM
//     72-1215-11, 1972; Efron: The Jackknife, the Bootstrap and Other Resampling
//     Plans, SIAM, 1982, ch. 6.
//
// [arXiv 1612.09465]: https://arxiv.org/abs/1612.09465
package estimator
