// Reads the JSON body and validates it against a shape.
import { errorWithCode } from '../database/call.ts';
import { BODY_LIMIT, type BodyOf, type BodyShape, parseJsonBody } from '../http/body.ts';
import type { GatewayError } from '../http/errors.ts';
import type { RequestFacts } from '../pipeline/request_facts.ts';
import { type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';

interface BodyOptions {
  /** True if an absent body is read as `{}`. */
  optional?: boolean;
  /** Name of the error for an invalid body (default: bad_json). */
  error?: GatewayError;
  /** Error of a disabled feature that takes precedence over an invalid body, and the SQL function that returns it. */
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
    return async (context: RequestContext) => {
      const buffer = await context.request.body(BODY_LIMIT);
      try {
        const body = parseJsonBody(buffer, shape, { error, optional });
        if (route.auth !== 'admin') context.note(readAddress(body));
        return { body };
      } catch (invalid) {
        if (first === undefined) throw invalid;
        // The function may return an error that takes precedence over the invalid body.
        const answer = await first.ready.ask(context, { hashes: false });
        throw errorWithCode(first.code, answer) ?? invalid;
      }
    };
  });
}

/**
 * Returns the address in the body for the list of refused requests. Not used for an administrator's request, in which
 * the address belongs to another user.
 */
function readAddress({ email, phone }: { email?: unknown; phone?: unknown }): Pick<RequestFacts, 'address'> {
  const address = email || phone;
  return typeof address === 'string' ? { address } : {};
}
