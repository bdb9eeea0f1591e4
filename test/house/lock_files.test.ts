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
  dev?: boolean;
  optional?: boolean;
}

/**
 * Programs of the static checks for platforms other than CI's, whose digests were not to be had when they were locked. `npm install
 * --package-lock-only` writes them, once their entries and those of biome and squawk-cli are removed, where the registry has them.
 */
const UNDIGESTED = /^node_modules\/@(biomejs\/cli|squawk-cli\/(darwin|linux-arm64|win32))/;

const files = execFileSync('git', ['ls-files', '*package-lock.json'], { encoding: 'utf8' }).split('\n').filter(Boolean);

test('every package has its digest; the one exception is a tool that only developers of some platforms install', () => {
  assert.ok(files.length >= 3);
  const without: string[] = [];
  for (const file of files) {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };
    for (const [path, { integrity, link, dev, optional }] of Object.entries(packages)) {
      if (!path.includes('node_modules/') || link) continue;
      if (integrity !== undefined) assert.match(integrity, /^sha512-/, `${file}: ${path}`);
      else if (dev && optional && UNDIGESTED.test(path)) without.push(path);
      else assert.unreachable(`${file}: ${path} has no integrity`);
    }
  }
  assert.ok(without.length <= 12, 'there are no more of them than there were');
});

test('no lock file names a host', () => {
  for (const file of files) assert.not.match(readFileSync(file, 'utf8'), /"resolved": "\w+:\/\//, file);
});

test.run();
