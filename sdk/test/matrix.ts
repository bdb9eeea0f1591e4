// npm run matrix: installs the runtimes of test/runtimes, then prints a row for each runtime and each TypeScript.
// Arguments are parts of names. A missing one is a line, `cannot run: …`, and a failure with CI_STRICT=1.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sdkFolder } from './support/pack.ts';
import { makePlace, ROWS } from './support/rows.ts';

const wanted = process.argv.slice(2).map((part) => part.toLowerCase());
const rows = ROWS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part)));
if (rows.length === 0) throw new Error(`no row is named like ${wanted.join(', ')}`);

const install = spawnSync('npm', ['install', '--no-package-lock'], {
  cwd: join(sdkFolder, 'test/runtimes'),
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (install.status !== 0) console.log('npm install in test/runtimes failed: rows are limited to what is there');

const place = await makePlace();
const strict = process.env.CI_STRICT === '1';
const compiled: string[] = [];
try {
  for (const { name, kind, find, run } of rows) {
    const program = find();
    if (!program) {
      console.log(`cannot run: ${name}: it is not installed`);
      if (strict) process.exitCode = 1;
      continue;
    }
    const start = performance.now();
    const fault = await run(program, place).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    console.log(
      `${fault ? 'FAIL' : 'ok'.padEnd(4)}  ${name.padEnd(20)} ${((performance.now() - start) / 1000).toFixed(1)} s`,
    );
    if (fault) {
      console.log(fault);
      process.exitCode = 1;
    } else if (kind === 'typescript') compiled.push(name);
  }
  if (compiled[0]) console.log(`lowest that compiles: ${compiled[0]}`);
} finally {
  rmSync(place.project, { recursive: true });
  await place.server.stop();
}
