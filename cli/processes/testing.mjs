// Entry point of the process of startPostern() (dev/testing/start.ts). Sets V8 flags before its modules are compiled,
// as in main.ts.
import process from 'node:process';
import { isSupported, tooOldSentence } from '../node_version.mjs';

if (!isSupported(process.version)) {
  process.stderr.write(
    `${tooOldSentence(process.version)} Install another one, for example with: npm install node@24\n`,
  );
  process.exit(1);
}
await import('../../core/flags.mjs');
await import('./testing.ts');
