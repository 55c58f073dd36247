// Boards to begin with: from one clue that says it all to a position of an expert game.

import { Board } from "./board.js";

const entry = (name, board) => ({ name, board: () => board, fragment: board.fragment });
const sample = (name, rows, mines = null, grid = null) => entry(name, new Board(rows, { mines, title: name, grid }));
const empty = (width, height) => entry(`Empty, ${width}×${height}`, new Board(Array(height).fill("?".repeat(width))));

export const SAMPLES = [
  sample(
    "A game, half-way",
    [
      "?1001????",
      "11001????",
      "000012???",
      "00001????",
      "00001?1??",
      "1221111??",
      "1??11?2??",
      "23323????",
      "?????????",
    ],
    12,
  ),
  sample("One-two-one", ["?????", "?????", "11211", "00000"]),
  sample("One-two-two-one", ["????", "1221", "0000"]),
  sample("A difference of clues", ["01??", "13?3", "????"]),
  sample("Suppose the opposite", ["?1??", "1?1?", "?1??"]),
  sample("A case split", ["?2??", "2?2?", "?2??"]),
  sample("A guess", ["????", "?1??", "????"], 3),
  sample("The mine total decides", ["01???", "01???", "01???"], 1),
  sample("A contradiction", ["3?", "??", "12"]),
  sample("Hexagons", ["????", "?1??", "??2?"], null, "hex"),
  sample("Joined edges", ["??1?", "????", "??3?", "????"], null, "torus"),
  empty(9, 9),
  empty(16, 16),
];
