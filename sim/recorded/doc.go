// Package recorded reads trajectories from files and writes them to files.
//
// There are three formats with the same content: JSON Lines and CSV, each perhaps gzipped, and
// NPZ, which is only read. Readers recognize the format by the content, writers by the name.
// Observations are read as features: d numbers each, with the same d in the whole file. Package
// features maps them to other features.
//
// # JSON Lines
//
// One episode a line, as in Minari:
//
//	{"id": 0, "observations": [[…], …], "rewards": [r, …], "terminations": [b, …], "truncations": [b, …]}
//
// with H rewards, H+1 observations and H flags in each list. Fields other than the last four,
// "terminated", "group" and "ratios" are skipped.
//
// # CSV
//
// One transition a row, under the header
//
//	episode_id,t,reward,terminated,truncated,obs_0,obs_1,…
//
// with the observation before the transition. t counts the rows of an episode from 0. Rows may
// stand in any order of t, or without this column in the order of steps, and among rows of other
// episodes. The last row of an episode may be the final observation, with an empty reward and
// false or empty flags. Columns may stand in any order, and other columns are skipped. The
// separator may be a semicolon, a tab or a bar. A field is on one line, quoted or not; white space
// around it is ignored, and NA, NaN and null are empty fields. Comments may precede the header. A
// header that recurs starts the rows of another file.
//
// # NPZ
//
// The arrays observations, rewards, terminals, timeouts and, if an episode was cut off,
// next_observations hold all transitions, as in D4RL. Alternatively each episode has arrays,
// episode_0/observations, episode_0/rewards, episode_0/terminations and episode_0/truncations, as
// in Minari. The shape (N, 1) is accepted for (N,).
//
// # States
//
// A line with "observations" alone, a CSV without rewards and flags, and an NPZ with observations alone
// hold states, for a Reader that takes them.
//
// # Groups
//
// A field "group" of a line, a column group, or an array group, by transition or by episode,
// names a set of dependent episodes: a string or a number. Spellings that differ in white space, in 01,
// 1 and 1.0, or in the composition of accents are one name, also of episodes. Either all episodes have
// a group, or none.
//
// # Importance ratios
//
// A field "ratios" of a line, a column ratio, or an array ratios, has a number ≥ 0 for each
// transition: the probability of the action under the policy to evaluate, divided by the
// probability under the policy of the data. Either all episodes have ratios, or none.
//
// # Ends of episodes
//
// An NPZ marks each episode as terminated or truncated. JSON Lines needs "terminations" or
// "terminated". The episode terminated if the last of "terminations" is true, or if "terminated",
// a single flag in place of the lists, is true; given both, they must agree. In a CSV the flags
// stand on the row of the last transition. Otherwise the episode was truncated, whether
// "truncations" ends in true or the data simply stop. An episode that is both terminated and
// truncated terminated. A flag that is true before the last step is an error. "truncations" alone
// is not enough, because false does not tell a terminated episode from data that stop. Flags are
// true and false, or 1 and 0.
//
// A terminated episode may lack the last observation, which is not used because the value of a
// terminal state is zero. Append omits it, because a trajectory does not have it.
//
// # Imports
//
// The package may import estimator and sim/textfmt.
package recorded
