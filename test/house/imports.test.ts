// Imports run in one direction: core, then gateway, worker, install and optional, then import, dev and console, then
// cli. biome reports violations.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const UPWARD: [path: string, target: string][] = [
  ['core/a.ts', '../gateway/main.ts'],
  ['core/settings/b.ts', '../../worker/main.ts'],
  ['core/c.ts', '../cli/program.ts'],
  ['gateway/pipeline/d.ts', '../../worker/main.ts'],
  ['gateway/e.ts', '../cli/program.ts'],
  ['worker/mail/f.ts', '../../gateway/http/errors.ts'],
  ['worker/g.ts', '../cli/program.ts'],
  ['cli/commands/h.ts', '../../test/support/database/db.ts'],
  ['gateway/n.ts', '../optional/telemetry/main.ts'],
  ['core/r.ts', '../install/pool.ts'],
  ['gateway/s.ts', '../install/migrate/tree.ts'],
  ['worker/t.ts', '../dev/inbox/store.ts'],
  ['install/u.ts', '../gateway/main.ts'],
  ['install/migrate/v.ts', '../../import/users.ts'],
  ['install/w.ts', '../cli/program.ts'],
  ['import/x.ts', '../cli/settings.ts'],
  ['import/gotrue/y.ts', '../../dev/embedded/folder.ts'],
  ['dev/inbox/z.ts', '../../cli/program.ts'],
  ['dev/aa.ts', '../import/users.ts'],
  ['optional/telemetry/o.ts', '../gateway/main.ts'],
  ['gateway/i.ts', '../test/support/database/db.ts'],
  ['gateway/ah.ts', '../console/server/open.ts'],
  ['dev/ai.ts', '../console/server/open.ts'],
  ['console/server/aj.ts', '../../dev/inbox/store.ts'],
  ['console/server/ak.ts', '../../cli/program.ts'],
];
const DOWNWARD: [path: string, target: string][] = [
  ['gateway/pipeline/j.ts', '../../core/log.ts'],
  ['worker/k.ts', '../core/log.ts'],
  ['cli/commands/l.ts', '../../gateway/main.ts'],
  ['optional/telemetry/p.ts', '../core/log.ts'],
  ['cli/q.ts', '../optional/telemetry/main.ts'],
  ['install/ab.ts', '../core/log.ts'],
  ['import/ac.ts', '../install/target.ts'],
  ['import/ad.ts', '../gateway/http/errors.ts'],
  ['dev/ae.ts', '../worker/main.ts'],
  ['cli/commands/af.ts', '../../dev/inbox/open.ts'],
  ['cli/commands/ag.ts', '../../import/users.ts'],
  ['gateway/m.ts', './http/errors.ts'],
  ['console/server/al.ts', '../../gateway/main.ts'],
  ['cli/commands/am.ts', '../../console/server/open.ts'],
];

test('reports an import of a higher layer, and allows one of a lower layer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-imports-'));
  try {
    for (const part of ['biome.json', 'tools/biome']) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    for (const [path, target] of [...UPWARD, ...DOWNWARD]) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), `import { a } from '${target}';\nexport const b = a;\n`);
    }
    const args = ['lint', '--colors=off', '--max-diagnostics=none', '--only=style/noRestrictedImports', '.'];
    const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/biome'), args, {
      cwd: folder,
      encoding: 'utf8',
    });
    const found = [...`${stdout}${stderr}`.matchAll(/^(\S+\.ts):\d+:\d+ lint\/style\/noRestrictedImports/gm)];
    assert.equal(found.map(([, path]) => path).sort(), UPWARD.map(([path]) => path).sort());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('no file of the house violates the import direction', () => {
  const args = ['lint', '--colors=off', '--only=style/noRestrictedImports', '.'];
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/biome'), args, {
    cwd: ROOT,
    encoding: 'utf8',
  });
  assert.is(status, 0, stdout + stderr);
  assert.ok(Number(/Checked (\d+) files/.exec(stdout + stderr)?.[1]) > 1_000, stdout + stderr);
});

test.run();
