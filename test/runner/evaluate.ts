// Parses the options in the first lines of a test file, and evaluates the file's output.

export interface FileOptions {
  timeout_s: number;
  /** True if the file needs its own process, because it changes state that other files would see. */
  alone: boolean;
  /** Paths on which the file depends; null if the file always runs. */
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

export interface FileResult {
  passed: number;
  failed: number;
  /** Faults other than failed assertions. */
  faults: string[];
}

/** Evaluates a finished file by uvu's output. uvu exits with 0 even if a `before` hook threw or no test ran. */
export function evaluateOutput(
  output: string,
  exit: { code: number | null; timed_out: boolean; timeout_s: number },
): FileResult {
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

export const hasPassed = ({ failed, faults }: FileResult): boolean => failed === 0 && faults.length === 0;
