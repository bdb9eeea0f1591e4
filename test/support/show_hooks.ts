// Preloaded by test/run.ts: uvu swallows what a `before` hook throws, and a failed migrate would leave no word behind.
import { test } from 'uvu';
import { noteSpent } from './spent.ts';

type Hook = Parameters<typeof test.before>[0];

function shown(handler: Hook): Hook {
  return async (context) => {
    try {
      await handler(context);
    } catch (error) {
      console.error('\nA before hook threw:', error);
      throw error;
    }
  };
}

const { before } = test;
test.before = Object.assign((handler: Hook) => before(shown(handler)), { each: before.each });

// When all is done, Node closes what a file has left open and waits for each; a connection that was reset while it was closing
// never tells it has, and the wait takes a whole core for ever. By exit() Node does not wait.
process.on('beforeExit', () => process.exit());
process.on('exit', noteSpent);
