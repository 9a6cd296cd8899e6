"""What users of other tools for paired comparisons ran into, and the tests that keep it away from here.

Each has its public source, what went wrong there, and tests, or the reason why there is nothing to test.
"""

import ast
from pathlib import Path
from typing import NamedTuple

from each import each

HERE = Path(__file__).parent


class Situation(NamedTuple):
    """Where it was told, what happened, and the tests that hold it here, each `file::function`."""

    source: str
    what: str
    tests: tuple[str, ...] = ()
    reason: str = ""


SITUATIONS = [
    Situation(
        "rasbt/mlxtend#664",
        "the two cells of disagreement came out exchanged",
        (
            "test_cases_tables::test_only_b_counts_what_the_second_file_has_right",
            "test_report::test_the_headline_is_evidence_for_the_model_that_wins",
        ),
    ),
    Situation(
        "rasbt/mlxtend#987",
        "printed examples contradict the function",
        ("test_doctests::test_examples", "test_report::test_the_two_ways_to_give_counts_say_the_same"),
    ),
    Situation(
        "rasbt/mlxtend#851",
        "a p-value above 1",
        ("test_pvalue::test_a_fraction_while_it_is_short", "test_pvalue::test_bounds_hold_the_fraction"),
    ),
    Situation(
        "huggingface/evaluate#795",
        "two models that agree everywhere divide by zero",
        (
            "test_report::test_two_models_that_never_differ_are_told_without_a_p_value_in_the_headline",
            "test_detection::test_the_verdict_is_that_of_the_exact_test",
            "test_fay_lumbard::test_at_the_edges",
        ),
    ),
    Situation(
        "huggingface/evaluate#80",
        "words of medicine, and a formula without its brackets",
        reason="texts say right and wrong with the models' names; terms are those of locales/glossary.csv",
    ),
    Situation(
        "statsmodels/statsmodels#9485",
        "of a table of three outcomes only a corner was used",
        ("test_cases_refused::test_more_than_two_outcomes_are_refused_with_those_beyond",),
    ),
    Situation(
        "statsmodels/statsmodels#950",
        "the exact p-value was wrong until somebody held it against another",
        ("test_inference_cases::test_as_published", "test_pvalue::test_twenty_digits"),
    ),
    Situation(
        "statsmodels/statsmodels#2743",
        "no test, interval and smallest detectable effect in one place",
        (
            "test_report::test_an_undecided_comparison_says_which_gap_the_set_would_have_shown",
            "test_detection::test_the_detectable_gap_has_just_the_power",
        ),
    ),
    Situation(
        "jamovi/jamovi#1633",
        "levels in another order in two columns: agreement was counted as change",
        (
            "test_cases_refused::test_mixed_spellings_are_refused_with_the_odd_ones",
            "test_cases_tables::test_what_counts_as_right_is_said",
        ),
    ),
    Situation(
        "jamovi/jamovi#251",
        "which version of the test is it, with results on either side of 0.05",
        (
            "test_inference_cases::test_as_published",
            "test_clusters_models::test_both_ways_to_correct",
            "test_pvalue::test_the_mid_p_is_offered_as_long_as_its_test_keeps_to_alpha",
        ),
    ),
    Situation(
        "jamovi/jmv#291",
        "no difference and no odds, with their intervals, beside the p-value",
        ("test_fay_lumbard::test_both_hold_no_difference_just_when_the_test_finds_none",),
    ),
    Situation(
        "jamovi/jmv#51",
        "counts were not taken, only cases; one side could not be asked for",
        (
            "test_report::test_the_two_ways_to_give_counts_say_the_same",
            # one side: only against a margin that is stated
            "test_clusters_models::test_the_margin_is_met_just_when_tangos_interval_lies_above_it",
        ),
    ),
    Situation(
        "jasp-stats/jasp-issues#1445",
        "teachers could not teach the test with their tool; one asked for a Bayesian form",
        ("test_sheet_answers::test_the_worked_answer_is_the_key",),
        reason="a Bayesian form is not offered: it would be a second answer to the same question",
    ),
    Situation(
        "EleutherAI/lm-evaluation-harness#3831",
        "runs on the same cases were compared as if independent",
        ("test_cases_logs::test_real_logs_give_their_counts",),
    ),
    Situation(
        "UKGovernmentBEIS/inspect_ai#2176",
        "ids matched by hand; no adjustment for several tests, no power, no clusters",
        (
            "test_cases_inspect::test_ids_are_any_text_and_another_order",
            "test_clusters_models::test_holm_rejects_what_the_rule_does",
            "test_detection::test_power_is_that_of_whole_numbers",
        ),
    ),
    Situation(
        "UKGovernmentBEIS/inspect_ai#1251",
        "error bars as if questions on one passage were independent",
        (
            "test_clusters_models::test_thyroid_patients",
            "test_clusters_models::test_the_error_of_clusters_whose_cases_all_go_one_way",
        ),
    ),
    Situation(
        "sgl-project/sgl-eval#39",
        "of cases with the same id the last one counted",
        ("test_cases_refused::test_an_id_that_is_there_twice_is_named_with_both_lines",),
    ),
    Situation(
        "ACCLAB/DABEST-python#236",
        "blanks left out column by column paired other cases; permutations depended on each other",
        (
            "test_cases_refused::test_a_blank_result_is_no_wrong_one",
            "test_cases_refused::test_a_case_of_one_file_only_is_refused_or_dropped_as_asked",
            "test_signflip::test_draws_are_fair",
        ),
    ),
    Situation(
        "allenai/reward-bench#269",
        "what had been compared was not what was said",
        ("test_cases_tables::test_sources_say_what_was_read",),
    ),
    Situation(
        "microsoft/SkillOpt#242",
        "overflow beyond a thousand disagreements; repeated runs taken for cases; NaN",
        (
            "test_pvalue::test_large_ones_agree_with_the_fraction",
            "test_pvalue::test_where_doubles_end",
            "test_cases_inspect::test_epochs_are_no_cases_and_are_reduced_as_asked",
            "test_cases_tables::test_a_float_that_is_no_number_is_no_result",
        ),
    ),
    Situation(
        "experientiallabs/experiential#181",
        "p-values from draws and exact ones had another smallest value",
        ("test_signflip::test_draws_never_give_nothing_and_grow_fewer",),
    ),
    Situation(
        "ianarawjo/evalstats#14",
        "the way in for two lists of results could not be found",
        ("test_cases_tables::test_rows_are_joined_on_their_ids",),
    ),
    Situation(
        "BiomedSciAI/fuse-med-ml#69",
        "unclear whether answers or their correctness were wanted",
        (
            "test_cases_tables::test_answers_are_held_against_the_right_ones",
            "test_cases_refused::test_results_that_say_neither_right_nor_wrong_are_asked_about",
        ),
    ),
    Situation(
        "IndrajeetPatil/ggstatsplot#682",
        "a level that one column lacks made the test fail",
        ("test_cases_tables::test_a_level_that_is_nowhere_in_one_column_counts_as_none",),
    ),
    Situation(
        "kassambara/rstatix#122",
        "results that were documented were not in what came back",
        ("test_package::test_schema_describes_every_property_and_allows_no_other",),
    ),
    Situation(
        "raphaelvallat/pingouin#41",
        "a mid-p value that could not be had; more than two outcomes were wanted",
        (
            "test_pvalue::test_bounds_round_as_the_fraction_does",
            "test_cases_refused::test_more_than_two_outcomes_are_refused_with_those_beyond",
        ),
    ),
    Situation(
        "MongLong0214/commitlore#114",
        "a test for independent groups on the same cases, and clusters that counted eightfold",
        ("test_clusters_models::test_cases_that_are_given_several_times_count_once",),
    ),
    Situation(
        "EvolvingLMMs-Lab/lmms-eval#1007",
        "how many cases it takes was wanted before they are run",
        (
            "test_detection::test_sizes",
            "test_detection::test_the_curve_is_the_power_at_each_size",
            "test_detection::test_the_expected_error",
        ),
    ),
]


@each("situation", SITUATIONS)
def test_each_has_a_test_or_a_reason(situation):
    assert situation.tests or situation.reason
    for test in situation.tests:
        file, function = test.split("::")
        tree = ast.parse((HERE / f"{file}.py").read_text("utf-8"))
        assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, test


def test_all_are_there():
    assert len({situation.source for situation in SITUATIONS}) == len(SITUATIONS) == 28
