// Where each process of `serve --workers` begins. The flags come before its modules are compiled, as in main.ts: code in the cache of
// postern.mjs is refused under other flags.
await import('../../core/flags.mjs');
await import('./process.ts');
