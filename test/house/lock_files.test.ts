// Lock files pin packages by digest and name no registry.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

interface LockedPackage {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

const files = execFileSync('git', ['ls-files', '*package-lock.json'], { encoding: 'utf8' }).split('\n').filter(Boolean);

// An optional package of another platform has no digest if the registry lacked that version when it was locked. In that
// case choose a version that exists for all platforms, remove its entries, and run `npm install --package-lock-only`.
test('every package has its digest', () => {
  assert.ok(files.length >= 3);
  for (const file of files) {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
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
