// Measures the live heap after a full garbage collection: otherwise the amount of garbage depends on how the process
// was started.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the size in bytes after a full collection. */
export function liveHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
