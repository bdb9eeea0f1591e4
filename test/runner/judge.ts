// Reads the options of a test file from its first lines, and judges its output.

export interface FileOptions {
  timeout_s: number;
  /** True if the file needs a process of its own, because it changes state that other files would see. */
  alone: boolean;
  /** Paths that the file depends on (test/runner/choose.ts); null if it always runs. */
  when: string[] | null;
}

/** Parses the `// runner:` line of a test file. A longer timeout of the whole run takes precedence. */
export function readFileOptions(source: string, default_timeout_s: number): FileOptions {
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
  /** Faults other than failed assertions. */
  faults: string[];
}

/**
 * Judges a finished file by uvu's output. The exit code is not enough: uvu exits with 0 when a `before` hook threw or
 * no test ran.
 */
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
