// Loaded into every test process. Prints errors of `before` hooks. uvu does not print them, so a failed migration would
// leave no message.
import { test } from 'uvu';

type Hook = Parameters<typeof test.before>[0];

function withPrintedErrors(handler: Hook): Hook {
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
test.before = Object.assign((handler: Hook) => before(withPrintedErrors(handler)), { each: before.each });
