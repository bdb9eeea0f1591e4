// Sets the V8 flags of every process before other modules are loaded (measured by bench/memory.ts). Plain JavaScript, for files that
// run before the first TypeScript. V8 rejects cached code that was compiled with other flags, so no process may change a flag later.
import { setFlagsFromString } from 'node:v8';

// Keeps the young generation at 1 MB instead of 2 x 16 MB, and collects the old generation when it has grown by 30 % instead of up
// to fourfold.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=30');
// service.ts calls gc() after a start. Only contexts created from now on have the function.
setFlagsFromString('--expose-gc');
