"""What the names of the handouts' facts mean, in words for translators."""

MEANINGS = {
    "H1_zero": "the number zero",
    "H1_alpha": "significance level, fixed in advance, as a percentage",
    "H1_strict_alpha": "a stricter significance level, as a percentage",
    "H1_agreement": "share of cases on which the models agree, for example",
    "H1_disagreement": "share of cases on which the models disagree, for example",
    "H1_wide_disagreement": "a rate of disagreement that models of equal accuracy may have",
    "H1_cutoff_5": "cut-off of chi-square at the level 5%",
    "H1_cutoff_1": "cut-off of chi-square at the level 1%",
    "H1_b": "cases that B alone gets right, in the worked example",
    "H1_c": "cases that A alone gets right, in the worked example",
    "H1_m": "discordant cases in the worked example",
    "H1_net": "B's wins minus A's in the worked example",
    "H1_net_squared": "B's wins minus A's in the worked example, squared",
    "H1_net_less_one": "B's wins minus A's, less one, for the continuity correction",
    "H1_N": "cases in all in the worked example",
    "H1_chi_square": "chi-square statistic, without correction",
    "H1_chi_square_p": "p-value of the chi-square test, without correction",
    "H1_chi_square_p_about": "p-value of the chi-square test, without correction, rounded",
    "H1_chi_square_corrected": "chi-square statistic, with continuity correction",
    "H1_chi_square_corrected_p": "p-value of the chi-square test, with continuity correction",
    "H1_chi_square_corrected_p_about": "p-value of the chi-square test, with continuity correction, rounded",
    "H1_exact_p": "p-value of the exact test",
    "H1_exact_p_about": "p-value of the exact test, rounded",
    "H1_mid_p": "mid-p: the exact p-value in which the observed outcome has only half its weight",
    "H1_mid_p_about": (
        "mid-p: the exact p-value in which the observed outcome has only half its weight; rounded"
    ),
    "H1_difference": "difference of the two accuracies in the worked example, as a share",
    "H1_difference_points": "difference of the two accuracies in the worked example, in percentage points",
    "H1_level": "confidence level of the interval",
    "H1_low_points": "lower end of the interval for the gap, in percentage points, rounded",
    "H1_high_points": "upper end of the interval for the gap, in percentage points, rounded",
    "H1_spss_limit": "SPSS computes the exact test for fewer discordant cases than this",
    "H1_dataplot_limit": "NIST Dataplot computes the exact test up to this number of discordant cases",
    "H1_centre": "half of the discordant cases: the middle of the null distribution",
    "H1_excess": "B's wins beyond half of the discordant cases",
    "H1_first_drawn": "number of wins at the first bar that the figure draws",
    "H1_last_drawn": "number of wins at the last bar that the figure draws",
    "H1_undrawn": "probability of all the bars that the figure leaves out",
    "H2_alpha": "significance level, fixed in advance, as a percentage",
    "H2_loose_alpha": "a less strict significance level, as a percentage",
    "H2_cutoff": "cut-off of chi-square at the level 5%",
    "H2_cutoff_tabled": "cut-off of chi-square at the level 5%, rounded as in printed tables",
    "H2_N": "cases in the test set",
    "H2_net": "B's wins minus A's: the net lead in cases",
    "H2_others": "cases beside the net lead",
    "H2_gap": "the net lead as a share of all cases",
    "H2_gap_points": "the net lead in percentage points",
    "H2_gap_squared": "the net lead as a share of all cases, squared",
    "H2_step": "what one case adds to an accuracy, as a share",
    "H2_step_points": "what one case adds to an accuracy, in percentage points",
    "H2_few_b": "B's wins in a split with few disagreements",
    "H2_few_c": "A's wins in a split with few disagreements",
    "H2_few_m": "disagreements in a split with few of them",
    "H2_below_b": "B's wins in the split just below an impossible number of disagreements",
    "H2_below_c": "A's wins in the split just below an impossible number of disagreements",
    "H2_below_m": "disagreements in the split just below an impossible number of them",
    "H2_impossible_m": "a number of disagreements that the net lead cannot go with",
    "H2_above_b": "B's wins in the split just above an impossible number of disagreements",
    "H2_above_c": "A's wins in the split just above an impossible number of disagreements",
    "H2_above_m": "disagreements in the split just above an impossible number of them",
    "H2_half": "probability of each side of a fair coin",
    "H2_numerator": "the net lead, squared: numerator of chi-square",
    "H2_zero": "the number zero",
    "H2_best_chi_square": "the largest chi-square that this net lead can have",
    "H2_best_chi_square_p": (
        "p-value of the largest chi-square that this net lead can have, without correction"
    ),
    "H2_best_chi_square_p_about": "p-value of the largest chi-square that this net lead can have, rounded",
    "H2_best_p": "the smallest exact p-value that this net lead can have",
    "H2_first_m": "fewest disagreements with which a split can be significant; one model wins all of them",
    "H2_first_p": "exact p-value of the first split that can be significant",
    "H2_first_points": "gap of the first split that can be significant, in percentage points",
    "H2_before_m": "one disagreement too few to be significant, even if one model wins all of them",
    "H2_before_p": "exact p-value of the largest split that cannot be significant",
    "H2_rate_2": "a rate of disagreement",
    "H2_rate_2_6": "a rate of disagreement",
    "H2_rate_5": "a rate of disagreement",
    "H2_rate_10": "a rate of disagreement",
    "H2_rate_20": "a rate of disagreement",
    "H2_size_per_rate": "cases over rate of disagreement where the expected counts reach the cut-off",
    "H2_size_per_rate_tabled": (
        "cases over rate of disagreement where they reach the cut-off of printed tables"
    ),
    "H2_size_at_cutoff_5": "cases with which the expected counts reach the cut-off, at the rate 5%, rounded",
    "H2_size_at_cutoff_10": (
        "cases with which the expected counts reach the cut-off, at the rate 10%, rounded"
    ),
    "H2_mean_at_cutoff": "mean of chi-square where the expected counts are on the cut-off",
    "H2_power_at_cutoff": "power of a study whose expected counts are on the cut-off, rounded",
    "H2_power": "power that a study is planned for",
    "H2_normal_size_per_rate": (
        "cases over rate of disagreement for the planned power, normal approximation, rounded"
    ),
    "H2_normal_size_5": "cases for the planned power, normal approximation, at the rate 5%, rounded",
    "H2_normal_size_10": "cases for the planned power, normal approximation, at the rate 10%, rounded",
    "H2_exact_size_5": "cases for the planned power, exact test, at the rate 5%, rounded",
    "H2_exact_size_10": "cases for the planned power, exact test, at the rate 10%, rounded",
    "H2_level": "confidence level of the intervals",
    "H2_best_low_points": "lower end of the interval when A never wins alone, in percentage points, rounded",
    "H2_best_high_points": "upper end of the interval when A never wins alone, in percentage points, rounded",
    "H2_some_b": "B's wins in the report that is quoted",
    "H2_some_c": "A's wins in the report that is quoted",
    "H2_some_m": "disagreements in the report that is quoted",
    "H2_some_low_points": (
        "lower end of the interval in the report that is quoted, in percentage points, rounded"
    ),
    "H2_some_high_points": (
        "upper end of the interval in the report that is quoted, in percentage points, rounded"
    ),
    "H2_some_resolution_points": "resolution in the report that is quoted, in percentage points, rounded",
    "H2_z": "half the width of an interval, in standard errors",
    "H2_resolution_2": "resolution at the rate 2%, in percentage points, rounded",
    "H2_resolution_2_6": "resolution at the rate 2.6%, in percentage points, rounded",
    "H2_resolution_5": "resolution at the rate 5%, in percentage points, rounded",
    "H2_resolution_10": "resolution at the rate 10%, in percentage points, rounded",
    "H2_power_factor": "how many times the resolution a gap must be to be found with the planned power",
    "H2_article_gap_points": "lead in comparison II of the article, in percentage points",
    "H2_article_resolution_points": (
        "resolution in comparison II of the article, in percentage points, rounded"
    ),
    "H2_accuracy": "accuracy of model A",
    "H2_single_standard_error_points": "standard error of A's accuracy alone, in percentage points, rounded",
    "H2_spread": "accuracy times one minus accuracy: the rate where paired and single standard error meet",
    "H2_paired_standard_error_points_5": (
        "paired standard error of the gap at the rate 5%, in percentage points, rounded"
    ),
    "H2_paired_standard_error_points_10": (
        "paired standard error of the gap at the rate 10%, in percentage points, rounded"
    ),
    "H2_article_standard_error_points": (
        "paired standard error in comparison II, in percentage points, rounded"
    ),
    "H2_article_unpaired_standard_error_points": (
        "unpaired standard error in comparison II, in percentage points, rounded"
    ),
    "H2_unpaired_standard_error_points": "unpaired standard error of the gap, in percentage points, rounded",
    "H2_gap_over_unpaired": "the gap divided by its unpaired standard error",
    "H2_lead_2": "smallest significant lead at the rate 2%, in percentage points",
    "H2_lead_20": "smallest significant lead at the rate 20%, in percentage points",
}
