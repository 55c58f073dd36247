"""Generation: boards from a seed that are won without a guess, or need a technique; the smallest boards that need one.

============ ==============================================================================
`climb`      a game played by some reasoning until it stands still, and what that took
`repair`     a layout whose mines are moved where a game stands still, until it is won
`wanted`     what a board is to need: techniques and the mine total, as ratings from 1 to 8
`generated`  `generate`: from what is wanted and a seed to a layout, within an effort
`smallest`   the smallest positions that need a technique, by trying all
`report`     a generated board as JSON
============ ==============================================================================
"""

from logicms.generation.generated import EFFORT, Generated, generate
from logicms.generation.smallest import smallest
from logicms.generation.wanted import Wanted, wanted

__all__ = ["EFFORT", "Generated", "Wanted", "generate", "smallest", "wanted"]
