// npm run signatures: verifies the registry's signatures of the installed packages. Without the registry's keys or a
// network it prints `cannot run: …`, which is a failure with CI_STRICT=1.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type Verdict = { state: 'verified' | 'failed' } | { state: 'cannot run'; reason: string };

const UNREACHABLE =
  /^npm error code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/m;
const NO_KEYS = /no dependencies to audit that were installed from a supported registry|no signing keys/i;

/** Judges the output of `npm audit signatures`. */
export function judgeSignatures(o: { status: number | null; output: string }): Verdict {
  const [, code] = UNREACHABLE.exec(o.output) ?? [];
  if (code !== undefined) return { state: 'cannot run', reason: `a host is not reachable (${code})` };
  if (NO_KEYS.test(o.output)) return { state: 'cannot run', reason: 'the registry offers no keys' };
  return { state: o.status === 0 && /verified registry signature/.test(o.output) ? 'verified' : 'failed' };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // The level of `npm run -s` would apply to this npm too, and hide the error that is judged.
  const args = ['audit', 'signatures', '--loglevel=error'];
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', timeout: 300_000 });
  const output = `${stdout}${stderr}`.trim();
  const verdict = judgeSignatures({ status, output });
  console.log(verdict.state === 'cannot run' ? `cannot run: npm audit signatures: ${verdict.reason}` : output);
  process.exitCode = verdict.state === 'verified' || (verdict.state === 'cannot run' && !process.env.CI_STRICT) ? 0 : 1;
}
