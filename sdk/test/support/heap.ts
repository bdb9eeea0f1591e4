// What the heap holds once everything that nothing refers to is gone: garbage waits for a collection, and how much of
// it may wait depends on how the process was started.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes. Takes a whole collection. */
export function liveHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
