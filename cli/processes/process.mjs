// Entry point of each process of `serve --workers`. Plain JavaScript, so that the compile cache is enabled before the first
// TypeScript. Flags are set afterwards, as in main.ts: flags set before would select another folder of the cache.
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/postern', import.meta.url)));
await import('../../core/flags.mjs');
await import('./process.ts');
