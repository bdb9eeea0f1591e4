// Where each process of `serve --workers` begins: plain JavaScript, so that the cache of postern.mjs is there for the first
// TypeScript. The flags come after it, as in main.ts: those that are set before choose another folder of the cache.
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/postern', import.meta.url)));
await import('../../core/flags.mjs');
await import('./process.ts');
