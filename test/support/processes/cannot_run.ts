// Reports a check that needs something this machine lacks: one line in the runner's summary, a failure with
// CI_STRICT=1.

/** Reports that a check cannot run; fails it if CI_STRICT=1. Return from the test after the call. */
export function cannotRun(check: string, why: string): void {
  if (process.env.CI_STRICT === '1') throw new Error(`CI_STRICT=1, and ${check} cannot run: ${why}`);
  // test/run.ts parses this line.
  process.stdout.write(`\ncannot run: ${check}: ${why}\n`);
}
