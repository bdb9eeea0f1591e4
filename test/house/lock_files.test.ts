// Lock files: what is installed is what was looked at, and no file names the registry that it came from.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

const files = execFileSync('git', ['ls-files', '*package-lock.json'], { encoding: 'utf8' }).split('\n').filter(Boolean);

// An optional package of another platform has none where the registry lacked that version when it was locked: choose a version
// that is there for all platforms, remove its entries, and `npm install --package-lock-only` writes them.
test('every package has its digest', () => {
  assert.ok(files.length >= 3);
  for (const file of files) {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };
    for (const [path, { integrity, link }] of Object.entries(packages)) {
      if (!path.includes('node_modules/') || link) continue;
      assert.match(integrity ?? 'none', /^sha512-/, `${file}: ${path}`);
    }
  }
});

test('no lock file names a host', () => {
  for (const file of files) assert.not.match(readFileSync(file, 'utf8'), /"resolved": "\w+:\/\//, file);
});

test.run();
