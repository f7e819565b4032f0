"""Many figures of one question, answered by the worst or by those that fail."""

import math

from kitgen.checks.several import MOST_FAILURES, Case, judged


def ask(cases):
    return list(judged("a.b", "something", cases, unit="mm", source="a rule"))


def case(value):
    return Case((f"{value:g}",), value, 1.0, 2.0)


def test_of_those_that_pass_the_one_nearest_to_its_limit_speaks():
    (found,) = ask([case(1.5), case(1.9), case(1.3)])
    assert (found.verdict, found.value, found.note) == ("pass", 1.9, "worst of 3")


def test_without_cases_there_is_nothing_to_say():
    assert ask([]) == []


def test_only_those_that_fail_speak_the_worst_first():
    found = ask([case(1.5), case(2.5), case(0.2), case(2.1)])
    assert [f.value for f in found] == [0.2, 2.5, 2.1]
    assert {f.verdict for f in found} == {"fail"}


def test_of_many_failures_the_rest_is_counted():
    found = ask([case(3.0 + number) for number in range(MOST_FAILURES + 7)] + [case(1.5)])
    assert len(found) == MOST_FAILURES
    assert found[-1].note == "and 7 more"
    assert found[0].value == 3.0 + MOST_FAILURES + 6


def test_what_is_no_number_is_the_worst():
    found = ask([case(9.0), case(math.nan)])
    assert math.isnan(found[0].value)
    assert [f.verdict for f in found] == ["fail", "fail"]
