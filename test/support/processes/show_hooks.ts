// Loaded by the test processes of test/run.ts. Prints the errors of `before` hooks, which uvu swallows: a failed
// migrate would otherwise leave no message.
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
