// Loaded into a process by NODE_OPTIONS: at its end it says the most memory it has had, which nobody can ask once it is gone.
import { appendFileSync, readFileSync } from 'node:fs';
import process from 'node:process';

process.on('exit', () => {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  appendFileSync(String(process.env.POSTERN_TEST_PEAKS), `${process.argv[1]} ${peak}\n`);
});
