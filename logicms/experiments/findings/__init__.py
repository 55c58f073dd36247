"""What the tables show, in sentences: each finding of a course report is looked for in the rows of a run.

A finding takes a `Summary` and yields sentences. It compares lines that are equal except for what it is about, and says
"as report 1 found" only if the rows show it beyond chance. A grid without such lines, too few games and a run that was
stopped yield nothing. The sentences are made here and not in `render`, because a number and the words that interpret
it belong together, like the title and the notes of an experiment; `render` lays them out.
"""

from __future__ import annotations

from logicms.experiments.summary import Summary

_ENOUGH = 20
"""Games per setting from which on anything is said."""


def observations(found: Summary) -> list[str]:
    """Return every sentence that the rows of a finished run support.

    >>> from logicms.experiments import EXPERIMENTS, run, summary
    >>> plan = EXPERIMENTS["density"].plan(games=1)
    >>> observations(summary(plan, run(plan)))
    []
    """
    if not found.is_whole or found.plan.games < _ENOUGH:
        return []
    return [sentence for finding in found.plan.experiment.findings for sentence in finding(found)]
