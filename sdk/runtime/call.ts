// Runs one call from arguments to outcome. Every exception becomes part of the outcome.
import { type Alarm, alarm, anyOf, checked, until } from './clock.ts';
import { type PlatformCore, readServer } from './core.ts';
import { type CallError, InvalidRequestError } from './errors.ts';
import { clientError } from './failure.ts';
import type { EventOptions } from './options.ts';
import type { Draft, WireArguments } from './request.ts';
import type { Control, Inspection, Outcome } from './result.ts';
import type { OperationFacts, OperationSchemas, Row } from './row.ts';
import type { Schema } from './schema.ts';

export async function perform(
  core: PlatformCore,
  facts: OperationFacts,
  given: unknown,
  options: EventOptions = {},
  control: Control = { raw: false },
): Promise<Outcome> {
  const inspection: Inspection = { status: 'invalid' };
  let overall: Alarm | undefined;
  let signal: AbortSignal | undefined;
  try {
    if (typeof options !== 'object' || options === null) {
      const message = 'must be an object';
      throw new InvalidRequestError(given, [{ path: ['options'], code: 'type', message }]);
    }
    overall = alarm(checked('timeoutMs', options.timeoutMs ?? core.options.timeoutMs));
    signal = anyOf(options.signal, options.fetchOptions?.signal, overall?.signal);
    const { row, schemas, reader } = await until(signal, () => partsOf(facts));
    const made = build(core, row, schemas.input, reader, given, options);
    // Requesting lines is not requesting an iterable: without `stream` the type is an array, and lines are read into
    // one.
    const stream = options.stream ?? false;
    inspection.status = 'request-error';
    const answer = await reader.repeat({
      core,
      row,
      schemas,
      options,
      stream,
      draft: made,
      signal,
      inspection,
      control,
    });
    inspection.status = 'complete';
    if (answer.raw) return { result: { ok: true, value: undefined }, inspection };
    const value = await reader.readAnswer(answer, {
      row,
      schemas,
      stream,
      signal,
      validation: options.responseValidation ?? core.options.responseValidation ?? 'lenient',
      core,
      lines: facts.lines,
    });
    return { result: { ok: true, value }, inspection };
  } catch (error) {
    // clientError returns only subclasses of CallError; its declared type is their base.
    return { result: { ok: false, error: clientError(error, signal) as CallError }, inspection };
  } finally {
    overall?.clear();
  }
}

type Reader = typeof import('./reading.ts');

interface Parts {
  readonly row: Row;
  readonly schemas: OperationSchemas;
  readonly reader: Reader;
}

/** Modules loaded by an operation are kept: importing one again costs more than building the request. */
const loaded = new WeakMap<OperationFacts, Parts>();

async function partsOf(facts: OperationFacts): Promise<Parts> {
  const known = loaded.get(facts);
  if (known) return known;
  const [schemas, reader] = await Promise.all([facts.load(), import('./reading.ts')]);
  const parts = { row: reader.readRow(facts.row), schemas, reader };
  loaded.set(facts, parts);
  return parts;
}

function build(
  core: PlatformCore,
  row: Row,
  schema: Schema,
  { check, draft, newTrial, planOf, turnArguments }: Reader,
  given: unknown,
  options: EventOptions,
): Draft {
  try {
    const args = row.bare ? {} : withScope(row, given, core);
    // An optional body has no required members.
    const rule = row.body === 'root?' && isEmpty(args) ? {} : schema;
    const [plan, trial] = [planOf(rule, true), newTrial(true)];
    check(plan, args, trial);
    if (trial.issues.length) throw new InvalidRequestError(given, trial.issues);
    const wire: WireArguments = turnArguments(plan, args);
    const server = options.serverURL === undefined ? core.server : readServer(options.serverURL);
    return draft(core, row, wire, server, options, given);
  } catch (error) {
    if (error instanceof InvalidRequestError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new InvalidRequestError(given, [{ path: [], code: 'value', message }], error);
  }
}

function isEmpty(args: unknown): boolean {
  return typeof args === 'object' && args !== null && !Object.keys(args).length;
}

// A team named in the call, by id or slug, replaces the client's whole default.
function withScope(row: Row, given: unknown, core: PlatformCore): unknown {
  const own = given === undefined ? {} : given;
  const { teamId, slug } = core.options;
  if (!row.scope || (!teamId && !slug) || typeof own !== 'object' || own === null) return own;
  if ('teamId' in own && own.teamId !== undefined) return own;
  if ('slug' in own && own.slug !== undefined) return own;
  return { ...own, teamId, slug };
}
