// Reads the JSON body by a shape.
import { refusalWith } from '../database/call.ts';
import { BODY_LIMIT, type BodyOf, type BodyShape, parseJsonBody } from '../http/body.ts';
import type { GatewayError } from '../http/errors.ts';
import type { Note } from '../pipeline/note.ts';
import { type Arrived, type Step, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';

interface BodyOptions {
  /** An absent body counts as {}. */
  optional?: boolean;
  /** Error for an invalid body; bad_json by default. */
  error?: GatewayError;
  /** Error for a disabled feature that takes precedence over an invalid body, and the function that returns it. */
  switch_first?: { code: string; call: SqlCall };
}

export interface HasBody<S extends BodyShape> {
  readonly body: Readonly<BodyOf<S>>;
}

export function readBody<const S extends BodyShape>(shape: S, o: BodyOptions = {}): Step<unknown, HasBody<S>> {
  const { optional = false, error, switch_first } = o;
  const facts = { body: shape, body_optional: optional, refuses: error ? [error] : [] };
  return step('readBody', facts, ({ calls }, route) => {
    const first = switch_first && { ...switch_first, ready: calls.ready(switch_first.call, route) };
    return async (context: Arrived) => {
      const buffer = await context.request.body(BODY_LIMIT);
      try {
        const body = parseJsonBody(buffer, shape, { error, optional });
        if (route.auth !== 'admin') context.note(addressIn(body));
        return { body };
      } catch (invalid) {
        if (first === undefined) throw invalid;
        // Calls the function for a more specific error, such as "disabled" or "address missing".
        const answer = await first.ready.ask(context, { hashes: false });
        throw refusalWith(first.code, answer) ?? invalid;
      }
    };
  });
}

/** Returns the address in the body. In an administrator's request it belongs to another user and is not noted. */
function addressIn({ email, phone }: { email?: unknown; phone?: unknown }): Pick<Note, 'address'> {
  const address = email || phone;
  return typeof address === 'string' ? { address } : {};
}
