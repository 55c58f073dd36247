"""Generation: boards from a seed that need no guess, or need a given technique; and the smallest boards that need one.

================ ===============================================================================
`climb`          a game played by some reasoning until it is stuck; how hard a layout is; moving
                 mines where a game is stuck, until the layout is won
`generator`      `generate`: from a seed and acceptable ratings to a layout, with limited effort
`moment`         `position`: the moment of a game at which a technique is needed
================ ===============================================================================
"""

from logicms.generation.generator import EFFORT, Generated, acceptable_ratings, generate, smallest
from logicms.generation.moment import Position, position

__all__ = ["EFFORT", "Generated", "Position", "acceptable_ratings", "generate", "position", "smallest"]
