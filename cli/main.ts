#!/usr/bin/env -S sh -c 'exec "$(dirname "$0")/postern.mjs" "$@"'
// Entry point after postern.mjs. Sets V8 flags, then runs program.ts.
import '../core/flags.mjs';

// `postern plan | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const { main } = await import('./program.ts');
const code = await main(process.argv.slice(2));
// Exits after all output is written. Otherwise a slow reader of a pipe would lose output.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
