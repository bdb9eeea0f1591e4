// Entry point of the child process of apart.ts. Plain JavaScript, so that the compile cache is enabled before the first TypeScript.
// It shares cached modules with its parent, and therefore sets the same flags.
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/postern', import.meta.url)));
await import('../../core/flags.mjs');
await import('./child.ts');
