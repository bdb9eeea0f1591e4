// Entry point of the child process of in_child_process.ts. Sets the V8 flags before child.ts is compiled, as cli/main.ts does. V8
// rejects cached code that was compiled with other flags.
await import('../../core/flags.mjs');
await import('./child.ts');
