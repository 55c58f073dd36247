"""The constraint-satisfaction solver: hints in, a placement out, with every switch of the search course."""

from logicms.search.backtracking import Search, Walk, search
from logicms.search.strategy import Heuristic, Order, Strategy

__all__ = ["Heuristic", "Order", "Search", "Strategy", "Walk", "search"]
