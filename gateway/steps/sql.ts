// Steps that call a SQL function.
import { parseResult } from '../database/call.ts';
import { type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { NeedsOfCall, SqlCall } from '../routes/sql_call.ts';

export interface HasResult {
  /** Result of the SQL function as text. It may be an error, which the response then reports. */
  readonly answer: string | null;
}

/** Calls the SQL function that makes the decision. A later step builds the response from its result. */
export function sql<const C extends SqlCall>(call: C): Step<NeedsOfCall<C>, HasResult> {
  return step('sql', { calls: [call] }, ({ calls }, route) => {
    const ready = calls.ready(call, route);
    return async (context: RequestContext) => ({ answer: await ready.ask(context) });
  });
}

/** Calls a SQL function whose result later steps read as `name`. Throws if the result is an error. */
export function sqlAs<const Name extends string, const C extends SqlCall>(
  name: Name,
  call: C,
): Step<NeedsOfCall<C>, { readonly [K in Name]: Readonly<Record<string, unknown>> }> {
  return step('sqlAs', { calls: [call] }, ({ calls }, route) => {
    const ready = calls.ready(call, route);
    return async (context: RequestContext) =>
      ({ [name]: parseResult(await ready.ask(context)) }) as { [K in Name]: Record<string, unknown> };
  });
}
