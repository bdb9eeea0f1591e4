#!/usr/bin/env node
// The command line of Postern: turns on Node's compile cache, which halves the time of a start, and runs program.ts.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Not the default folder in the temporary directory, where other users of the machine could put code for us to run.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/postern', import.meta.url)));
// `postern plan | head` closes the pipe early: that is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const { main } = await import('./program.ts');
const code = await main(process.argv.slice(2));
// Only when all is written: a pipe that is read slowly would lose the rest, of a plan for instance.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
