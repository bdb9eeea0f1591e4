// Loaded into a process by NODE_OPTIONS. At exit it reports the peak of memory in use, sampled after a garbage
// collection. Resident memory would differ by tens of megabytes between runs, because a busy process collects garbage
// later.
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
let most = 0;

function look() {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  most = Math.max(most, heapUsed + external);
}

setInterval(look, 250).unref();
process.on('exit', () => {
  appendFileSync(String(process.env.POSTERN_TEST_PEAKS), `${process.argv[1]} ${Math.round(most / 1024)}\n`);
});
