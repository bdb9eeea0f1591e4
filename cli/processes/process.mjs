// Entry point of each process of `serve --workers`. Sets the flags before its modules are compiled, as in main.ts: V8 rejects code
// that the compile cache of postern.mjs holds for other flags.
await import('../../core/flags.mjs');
await import('./process.ts');
