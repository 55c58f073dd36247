"""The constraint-satisfaction solver: hints in, a placement out, with every switch of the search course.

Without a switch it turns back as soon as a hint can no longer be met; plain backtracking, which the course's report
compares with forward checking, is a switch too.
"""

from logicms.search.backtracking import Search, Walk, search
from logicms.search.strategy import Heuristic, Order, Strategy

__all__ = ["Heuristic", "Order", "Search", "Strategy", "Walk", "search"]
