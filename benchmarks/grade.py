"""What refereeing costs besides the program's own time, and how long the proofs of a class take.

python -m benchmarks.grade
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from click.testing import CliRunner

from logicms.answers.grade import Grading
from logicms.cli import app
from logicms.grading.course import Submission, course_named

EXAMPLES = Path(__file__).parent.parent / "examples"
PROGRAM = EXAMPLES / "assignment" / "variants" / "minesweeper.py"
GAMES, RUNS = 100, 3
STUDENTS, PROOFS = 120, 6


def main() -> None:
    grading = Grading(course_named("cs50"), range(GAMES))
    ours = []
    for _ in range(RUNS):
        before = process_time()
        answer = grading.grade(Submission("example", PROGRAM, (PROGRAM,), PROGRAM))
        ours.append(process_time() - before)
    print(f"{GAMES} games of 8x8: our CPU {median(ours):.2f} s; the program was waited for {answer.seconds:.2f} s")
    board = EXAMPLES / "boards" / "one-two-one.txt"
    proof = (EXAMPLES / "assignment" / "proofs" / "ann" / "one-two-one.txt").read_text(encoding="utf-8")
    with TemporaryDirectory() as name:
        for student in range(STUDENTS):
            folder = Path(name) / f"student-{student}"
            folder.mkdir()
            for number in range(PROOFS):
                (folder / f"proof-{number}.txt").write_text(proof, encoding="utf-8")
        before = process_time()
        table = CliRunner().invoke(app, ["verify", "--as-exercise", str(board), name, "--csv"])
        assert table.exit_code == 0 and table.stdout.count("\n") == STUDENTS * PROOFS + 1
        print(f"{STUDENTS} students with {PROOFS} proofs each: CPU {process_time() - before:.1f} s")


if __name__ == "__main__":
    main()
