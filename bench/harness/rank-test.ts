/**
 * Returns the probability that two samples of one distribution differ at least as much in their ranks: the test of Mann
 * and Whitney, two-sided, by the normal approximation with ties. Both samples need some twenty values.
 */
export function rankChance(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  const sorted = all.toSorted((left, right) => left.value - right.value);
  let [rankSum, ties] = [0, 0];
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]?.value === sorted[from]?.value) to += 1;
    const same = sorted.slice(from, to);
    // Equal values share the mean of their ranks, which count from 1.
    rankSum += same.filter(({ isOne }) => isOne).length * ((from + 1 + to) / 2);
    ties += same.length ** 3 - same.length;
    from = to;
  }
  const [first, second, total] = [one.length, other.length, all.length];
  const u = rankSum - (first * (first + 1)) / 2;
  const variance = ((first * second) / 12) * (total + 1 - ties / (total * (total - 1)));
  if (variance === 0) return 1;
  const distance = Math.max(0, Math.abs(u - (first * second) / 2) - 0.5) / Math.sqrt(variance);
  return Math.min(1, 2 * upperTail(distance));
}

/** Upper tail of the normal distribution: the series of Abramowitz and Stegun 26.2.17, exact to seven digits. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce(
    (sum, factor) => sum * t + factor,
    0,
  );
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series * t;
}
