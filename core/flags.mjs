// Sets the V8 flags of every process before other modules are loaded. bench/memory.ts measures their effect. This is
// JavaScript because it runs before the first TypeScript file. V8 rejects cached code that was compiled with other
// flags, so no process may change a flag later.
import { setFlagsFromString } from 'node:v8';

// Limit the young generation to 1 MB (default: twice 16 MB), and collect the old generation after it has grown by 30
// % (default: up to fourfold).
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=30');
// core/service.ts calls gc() after a start. Only contexts that are created later have the function.
setFlagsFromString('--expose-gc');
