#!/usr/bin/env node
// The command `postern` of the published package. JavaScript with old syntax, so that an old Node can print that it
// is too old.
import { exit, stderr, version } from 'node:process';
import { isSupported, tooOldSentence } from './node_version.mjs';

if (!isSupported(version)) {
  stderr.write(
    `${tooOldSentence(version)} Install a newer Node, or add one to your project with ` +
      '"npm install node@24": npx postern uses it then.\n',
  );
  exit(1);
}
await import('./main.js');
