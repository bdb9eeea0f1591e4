// Secrets come from the generators of OpenSSL, of the browser and of Postgres. Math.random and the random() of SQL are
// predictable, so only pauses and the order of hosts use them.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the lines that match in the files of a glob pattern, each with its file. */
function linesThatMatch(pattern: RegExp, files: string): string[] {
  return globSync(files, { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
    .flatMap((file) =>
      readFileSync(`${ROOT}${file}`, 'utf8')
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    .sort();
}

const CODE = '{core,gateway,worker,install,import,cli,dev,console,optional}/**/*.{ts,js,mjs}';

test('only pauses and the order of hosts use a predictable generator', () => {
  assert.equal(linesThatMatch(/Math\.random/, CODE), [
    'core/database/url.ts: const order = hosts.map((_, index) => ({ index, at: Math.random() })).sort((a, b) => a.at - b.at);',
    'gateway/database/call.ts: await sleep(Math.random() * 20 * attempt);',
    'install/migrate/connection.ts: await sleep(pause * (0.5 + Math.random()));',
    'install/migrate/lock.ts: await sleep(50 + Math.random() * 100);',
    'worker/housekeeping.ts: const pause = (ms: number): Promise<void> => rest((ms / speed) * (0.9 + 0.2 * Math.random()));',
  ]);
});

test('no SQL function uses a predictable generator', () => {
  assert.ok(linesThatMatch(/gen_random_(uuid|bytes)\(/, 'sql/**/*.sql').length > 0);
  assert.equal(linesThatMatch(/(?<![\w.])(random|random_normal|setseed)\s*\(/, 'sql/**/*.sql'), []);
});

test.run();
