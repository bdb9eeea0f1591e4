// Compares two texts line by line, with two lines of context as in `diff -U2`.

const AROUND = 2;
/** Maximum number of lines of each text. The result of longer texts would be unreadable. */
const MOST_LINES = 2_000;

/**
 * Returns the lines that differ, with AROUND common lines before and after them. A line starts with `- ` (only in the
 * first text), `+ ` (only in the second) or two spaces (in both). For texts longer than MOST_LINES, returns only the
 * numbers of their lines.
 */
export function lineDifference(before: string, after: string): string[] {
  const [left, right] = [before.split('\n'), after.split('\n')];
  if (left.length > MOST_LINES || right.length > MOST_LINES) {
    return [`- ${left.length} lines`, `+ ${right.length} lines, too many to compare`];
  }
  const lines = diffLines(left, right);
  const near = new Set<number>();
  lines.forEach((line, at) => {
    if (!line.startsWith('  ')) for (let by = -AROUND; by <= AROUND; by += 1) near.add(at + by);
  });
  return lines.flatMap((line, at) => (near.has(at) ? [line] : near.has(at - 1) ? ['  …'] : []));
}

function diffLines(left: readonly string[], right: readonly string[]): string[] {
  const width = right.length + 1;
  // common[i * width + j]: length of the longest common subsequence of left from line i and right from line j.
  const common = new Uint16Array((left.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      lines.push(`  ${left[i]}`);
      i += 1;
      j += 1;
    } else if (j >= right.length || (i < left.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(`- ${left[i]}`);
      i += 1;
    } else {
      lines.push(`+ ${right[j]}`);
      j += 1;
    }
  }
  return lines;
}
