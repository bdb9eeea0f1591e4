// Reports a test that needs a program which this machine lacks: one line in the run's summary, a failure with
// CI_STRICT=1.

/** Reports that a test cannot run. Throws if CI_STRICT=1. The test must return after the call. */
export function cannotRun(check: string, why: string): void {
  if (process.env.CI_STRICT === '1') throw new Error(`CI_STRICT=1, and ${check} cannot run: ${why}`);
  // test/run.ts parses this line.
  process.stdout.write(`\ncannot run: ${check}: ${why}\n`);
}
