// Compares two samples of times by ranks (Mann-Whitney). Outliers of a busy machine have little effect on ranks.

export interface RankComparison {
  /** Two-sided p value (normal approximation). */
  p: number;
  /** Probability that a time of the first sample is longer than one of the second; 0.5 if they do not differ. */
  superiority: number;
}

/** Compares two samples. Equal values count as half. */
export function compareRanks(one: readonly number[], other: readonly number[]): RankComparison {
  const [n, m] = [one.length, other.length];
  const all = [...one.map((value) => ({ value, first: true })), ...other.map((value) => ({ value, first: false }))];
  all.sort((a, b) => a.value - b.value);
  let sum = 0;
  for (let from = 0; from < all.length; ) {
    let to = from + 1;
    while (all[to]?.value === all[from]?.value) to += 1;
    const rank = (from + 1 + to) / 2;
    for (; from < to; from += 1) if (all[from]?.first) sum += rank;
  }
  const u = sum - (n * (n + 1)) / 2;
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return { p: 2 * (1 - normalDistribution(Math.abs(z))), superiority: u / (n * m) };
}

/** Returns the cumulative normal distribution (Abramowitz and Stegun 26.2.17; error below 1e-7). */
function normalDistribution(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

/** Returns true if the samples differ: p is small, and the difference is large enough to matter. */
export const differs = ({ p, superiority }: RankComparison): boolean => p < 0.001 && Math.abs(superiority - 0.5) > 0.06;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
