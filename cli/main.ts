#!/usr/bin/env -S sh -c 'exec "$(dirname "$0")/postern.mjs" "$@"'
// The command line of Postern, after postern.mjs: bounds the memory of what follows, and runs program.ts.
import '../core/flags.mjs';

// `postern plan | head` closes the pipe early: that is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const { main } = await import('./program.ts');
const code = await main(process.argv.slice(2));
// Only when all is written: a pipe that is read slowly would lose the rest, of a plan for instance.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
