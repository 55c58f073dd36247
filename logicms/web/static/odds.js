// Odds as text that never says more than is known: the rule of the package's `notation/texts.py`.

// Odds such as "6/77" as a whole number of percent. Half a percent is rounded up, and only what is exactly 0 or 1 reads
// as 0 or 100. The fraction is exact; a floating-point number just beside a half would round to the other side.
export function percent(odds) {
  const [top, bottom = 1n] = odds.split("/").map(BigInt);
  const rounded = (200n * top + bottom) / (2n * bottom);
  if (rounded === 0n && top > 0n) return "<1";
  if (rounded === 100n && top < bottom) return ">99";
  return String(rounded);
}

// The same of a cell's odds; fractions that are too long to read are not sent, and the number must do.
export function percentOf({ mine, value }) {
  if (mine) return percent(mine);
  const rounded = Math.round(100 * value);
  if (rounded === 0 && value > 0) return "<1";
  if (rounded === 100 && value < 1) return ">99";
  return String(rounded);
}

// The exact fraction and the percentage, as far as both help: "6/77, 8 %".
export function spelled(odds) {
  const about = `${percentOf(odds)} %`;
  return odds.mine && odds.mine.length <= 24 && odds.mine.includes("/") ? `${odds.mine} (${about})` : about;
}

// Odds turned around: of safety instead of a mine.
export function opposite({ mine, value }) {
  if (!mine) return { value: 1 - value };
  const [top, bottom = 1n] = mine.split("/").map(BigInt);
  return { mine: `${bottom - top}/${bottom}`, value: 1 - value };
}

// A fraction such as "6/77" as odds: exact, and as a number.
export function oddsOf(fraction) {
  const [top, bottom = 1] = fraction.split("/").map(Number);
  return { mine: fraction, value: top / bottom };
}
