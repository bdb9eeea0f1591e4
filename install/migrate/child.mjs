// Where the process of apart.ts begins: plain JavaScript, so that the cache of postern.mjs is there for the first TypeScript. It
// shares modules with the process that waits for it, and so has its flags.
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/postern', import.meta.url)));
await import('../../core/flags.mjs');
await import('./child.ts');
