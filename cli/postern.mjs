#!/usr/bin/env node
// The command `postern`: one sentence where Node is too old to run the TypeScript of main.ts. Plain JavaScript, so that it can.
import { existsSync, realpathSync } from 'node:fs';
import * as module from 'node:module';
import { argv, exit, stderr, version } from 'node:process';
import { fileURLToPath } from 'node:url';

/** What to tell whoever runs us on this Node; null where it is new enough. */
export function tooOld(running) {
  const [major = 0, minor = 0] = running.replace(/^v/, '').split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return null;
  return (
    `Postern needs Node 22.18 or newer, and this is ${running}. In the folder of Postern, "npm start" and "npx postern" ` +
    'bring a Node of their own; elsewhere install a newer one.'
  );
}

if (argv[1] && realpathSync(argv[1]) === fileURLToPath(import.meta.url)) {
  const installed = new URL('../node_modules/.package-lock.json', import.meta.url);
  if (!existsSync(installed)) {
    stderr.write(
      'The packages of Postern are not installed yet: run "npm ci" in its folder, or "npm start", which does it too.\n',
    );
    exit(1);
  }
  const sentence = tooOld(version);
  if (sentence !== null) {
    stderr.write(`${sentence}\n`);
    exit(1);
  }
  // Before the first TypeScript: it halves the time of a start, and the compiler that would strip the types is never loaded (17 MB).
  // Not the default folder in the temporary directory, where other users of the machine could put code for us to run.
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/postern', import.meta.url)));
  await import('./main.ts');
}
