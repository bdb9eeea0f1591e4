// What the runner makes of a test file: what it asks for in its first lines, and whether what it printed is good.

export interface Wishes {
  timeout_s: number;
  /** In a process of its own, as it changes what others in one would see. */
  alone: boolean;
  /** What it is about (test/runner/choose.ts); null where it is always taken. */
  when: string[] | null;
}

/** What a test file asks for in the runner's line. More time than it asks for is given where the whole run has more. */
export function readWishes(source: string, default_timeout_s: number): Wishes {
  const line = /^\/\/ runner:(.*)$/m.exec(source.split('\n').slice(0, 6).join('\n'))?.[1] ?? '';
  const words = line.split(' ');
  const value = (name: string): string | undefined =>
    words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  return {
    timeout_s: Math.max(Number(value('timeout') ?? 0), default_timeout_s),
    alone: words.includes('alone'),
    when: value('when')?.split(',') ?? null,
  };
}

export interface Verdict {
  passed: number;
  failed: number;
  /** What is wrong besides failed assertions. */
  faults: string[];
}

/** Judges a finished file by what uvu printed: uvu itself exits 0 when a `before` hook threw or nothing ran. */
export function judge(output: string, exit: { code: number | null; timed_out: boolean; timeout_s: number }): Verdict {
  const sum = (label: string): number | null => {
    const numbers = [...output.matchAll(new RegExp(`^ {2}${label}: +(\\d+)$`, 'gm'))].map((m) => Number(m[1]));
    return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0);
  };
  const [total, passed, skipped] = [sum('Total'), sum('Passed') ?? 0, sum('Skipped') ?? 0];
  const failed = (total ?? 0) - passed;
  const faults: string[] = [];
  if (exit.timed_out) faults.push(`still running after ${exit.timeout_s} s`);
  else if (total === null)
    faults.push('ended without a summary: does it call test.run(), and does every promise settle?');
  else if (total === 0) faults.push('ran no test');
  else if (exit.code !== 0 && failed === 0) {
    faults.push(`exit code ${exit.code} although every test passed: a promise rejected unhandled?`);
  }
  if (failed > 0 && !output.includes(' FAIL ')) faults.push('a hook threw');
  if (skipped > 0) faults.push(`${skipped} tests are skipped`);
  return { passed, failed, faults };
}

export const isGood = ({ failed, faults }: Verdict): boolean => failed === 0 && faults.length === 0;
