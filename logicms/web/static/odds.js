// Odds as text that never says more than is known: the rule of the package's `notation/odds.py`.

// Odds such as "6/77" as a whole number of percent. Half a percent is rounded up, and only what is exactly 0 or 1 reads
// as 0 or 100. The fraction is exact; a floating-point number just beside a half would round to the other side.
export function percent(odds) {
  const [top, bottom = 1n] = odds.split("/").map(BigInt);
  const rounded = (200n * top + bottom) / (2n * bottom);
  if (rounded === 0n && top > 0n) return "<1";
  if (rounded === 100n && top < bottom) return ">99";
  return String(rounded);
}
