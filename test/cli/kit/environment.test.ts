// kit/systemd/environment.sh: what of .env comes to which unit.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../../support/process.ts';

const folder = temporaryFolder({ on_disk: true });
test.after(() => folder.remove());

test('systemd: gateway and worker get what else .env sets, as with compose', () => {
  const copy = join(folder.path, 'more');
  mkdirSync(copy);
  cpSync('kit', join(copy, 'kit'), { recursive: true });
  const own = { SVC_SMTP_USER: 'postern', SVC_SMTP_PASS: 'a#b c', SVC_EXTERNAL_GITHUB_ENABLED: 'true' };
  const lines = Object.entries({ ...own, SVC_SMTP_HOST: 'smtp.example.com', DATABASE_URL: 'postgres://other' });
  writeFileSync(join(copy, '.env'), lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  execFileSync('sh', ['kit/secrets.sh'], { cwd: copy });
  execFileSync('sh', ['kit/systemd/environment.sh', 'etc'], { cwd: copy });
  for (const unit of ['gateway', 'worker']) {
    const text = readFileSync(join(copy, 'etc', `${unit}.env`), 'utf8');
    for (const [name, value] of Object.entries(own))
      assert.ok(text.includes(`\n${name}=${value}\n`), `${unit}: ${name}`);
    const names = [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    assert.equal(names, [...new Set(names)], 'each once');
    for (const name of ['SVC_JWT_SECRET', 'SVC_SECURITY_PEPPER', 'DATABASE_URL'])
      assert.not.ok(names.includes(name), name);
  }
});

test.run();
