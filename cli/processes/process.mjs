// Where each process of `serve --workers` begins: plain JavaScript, so that the cache of postern.mjs is there for the first
// TypeScript. The two settings of the memory are those of main.ts.
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=30');
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/postern', import.meta.url)));
await import('./process.ts');
