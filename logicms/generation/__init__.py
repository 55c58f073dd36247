"""Generation: boards from a seed that are won without a guess, or need a technique; the smallest boards that need one.

================ ===============================================================================
`climb`          a game played by some reasoning until it is stuck; how hard a layout is; mines
                 moved where a game is stuck, until the layout is won
`generator`      `generate`: from a seed and acceptable ratings to a layout, within an effort
`smallest`       the smallest positions that need a technique, by trying all
================ ===============================================================================
"""

from logicms.generation.generator import EFFORT, Generated, acceptable_ratings, generate
from logicms.generation.smallest import smallest

__all__ = ["EFFORT", "Generated", "acceptable_ratings", "generate", "smallest"]
