"""The constraint-satisfaction solver: hints in, a placement out, with every switch of the search course.

Without a switch it turns back as soon as a hint can no longer be met; plain backtracking, which the course's report
compares with forward checking, is a switch too.
"""

import sys
from types import ModuleType

from logicms.search.backtracking import Search, Walk, search, search_problem
from logicms.search.strategy import Heuristic, Order, Strategy

__all__ = ["Heuristic", "Order", "Search", "Strategy", "Walk", "search", "search_problem"]


class _Callable(ModuleType):
    """This room is also the public function `logicms.search`: importing the room puts it in that place."""

    __call__ = staticmethod(search_problem)


sys.modules[__name__].__class__ = _Callable
