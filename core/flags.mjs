// What V8 is told in every process of Postern, before anything is loaded; measured by bench/memory.ts. Plain JavaScript, for those
// files that come before the first TypeScript. Compiled code is kept with the flags under which it was compiled, and refused under
// others: a process that shares modules with these and changed a flag later would undo what the cache of postern.mjs saves.
import { setFlagsFromString } from 'node:v8';

// The space for new objects stays at 1 MB instead of growing to 16 MB twice, and the old objects are collected when they have grown
// by 30 % instead of up to fourfold.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=30');
// service.ts collects what a start has left behind. Only contexts that are made from here on have the function.
setFlagsFromString('--expose-gc');
