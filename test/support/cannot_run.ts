// For a check of our code that needs what this machine lacks: one line in the runner's summary, a failure with CI_STRICT=1.

/** Says that a check cannot run; with CI_STRICT=1 it fails instead. Return from the test after calling it. */
export function cannotRun(check: string, why: string): void {
  if (process.env.CI_STRICT === '1') throw new Error(`CI_STRICT=1, and ${check} cannot run: ${why}`);
  // test/run.ts looks for this form.
  process.stdout.write(`\ncannot run: ${check}: ${why}\n`);
}
