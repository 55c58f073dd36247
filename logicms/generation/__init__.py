"""Generation: boards from a seed that need no guess, or need a given technique; and the smallest boards that need one.

================ ===============================================================================
`climb`          a game played by some reasoning until it is stuck; how hard a layout is; moving
                 mines where a game is stuck, until the layout is won
`generator`      `generate`, `position`, `smallest`: to order, with limited effort
================ ===============================================================================
"""

from logicms.generation.generator import EFFORT, Generated, Moment, acceptable_ratings, generate, position, smallest

__all__ = ["EFFORT", "Generated", "Moment", "acceptable_ratings", "generate", "position", "smallest"]
