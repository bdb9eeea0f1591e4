// Entry point of each process of `serve --workers`. Sets V8 flags before its modules are compiled, because V8 rejects
// cached code that was compiled with other flags.
await import('../../core/flags.mjs');
await import('./process.ts');
