// Loaded by the test processes of test/run.ts: uvu swallows what a `before` hook throws, and a failed migrate would leave no word
// behind.
import { test } from 'uvu';

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
