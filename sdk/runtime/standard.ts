// Standard Schema objects for the schemas of an operation, for use with other validation libraries.

import { check, newTrial } from './check.ts';
import type { Issue } from './issues.ts';
import type { OperationFacts } from './operation.ts';
import { planOf } from './plan.ts';
import type { Schema } from './schema.ts';
import { turn, turnArguments } from './turn.ts';

/** The interface of https://standardschema.dev, version 1. */
export interface StandardSchema<In, Out> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'postern';
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Out; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string; readonly path: readonly (string | number)[] }[] };
    readonly types?: { readonly input: In; readonly output: Out } | undefined;
  };
}

type RequestOf<Op> = Op extends (core: never, request: infer Req, ...rest: never[]) => unknown
  ? NonNullable<Req>
  : never;
type ResponseOf<Op> = Op extends (...args: never[]) => PromiseLike<infer R>
  ? Extract<R, { ok: true }> extends { value: infer V }
    ? V
    : never
  : never;

function standard<In, Out>(schema: Schema, input: boolean): StandardSchema<In, Out> {
  const validate = (value: unknown) => {
    const [plan, trial] = [planOf(schema, input), newTrial(input)];
    check(plan, value, trial);
    if (!trial.issues.length) return { value: (input ? turnArguments(plan, value) : turn(plan, value)) as Out };
    return { issues: trial.issues.map((issue: Issue) => ({ message: text(issue), path: issue.path })) };
  };
  return { '~standard': { version: 1, vendor: 'postern', validate } };
}

function text({ message, want }: Issue): string {
  return want ? `${message}; want ${want}` : message;
}

/** Returns a schema that validates arguments of an operation and renames them to wire names. */
export async function requestSchema<Op extends OperationFacts>(
  op: Op,
): Promise<StandardSchema<RequestOf<Op>, Record<string, unknown>>> {
  return standard((await op.load()).input, true);
}

/**
 * Returns a schema that validates the answer of an operation with this status and converts it to the type its method
 * returns.
 */
export async function responseSchema<Op extends OperationFacts>(
  op: Op,
  status = 200,
): Promise<StandardSchema<unknown, ResponseOf<Op>>> {
  const { answers } = await op.load();
  const schema = answers[status];
  if (!schema)
    throw new RangeError(`No schema for status ${status}; there is one for: ${Object.keys(answers).join(', ')}`);
  return standard(schema, false);
}
