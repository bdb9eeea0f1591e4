// Turns a response into the promised value, or into an error that describes it.

import { check, newTrial } from './check.ts';
import type { PlatformCore } from './core.ts';
import { listens, tell } from './drift.ts';
import { errorFor, PlatformError, type RequestFacts, ResponseValidationError } from './errors.ts';
import { type Issue, kindOf } from './issues.ts';
import type { ResponseValidation } from './options.ts';
import { kindBit, kindsOf, planOf } from './plan.ts';
import type { OperationFacts, OperationSchemas, Row } from './row.ts';
import type { Plan, Schema } from './schema.ts';
import { turn } from './turn.ts';

export interface Answer {
  readonly response: Response;
  /** Undefined if the body is passed on as a stream. */
  readonly text: string | undefined;
  /** True if the caller requested the response itself. */
  readonly raw: boolean;
  readonly request: RequestFacts;
}

interface Reading {
  readonly row: Row;
  readonly schemas: OperationSchemas;
  readonly stream: boolean;
  readonly validation: ResponseValidation;
  readonly core: PlatformCore;
  /** Loads the reader of single entries, for operations that may stream them. */
  readonly lines: OperationFacts['lines'];
  readonly signal: AbortSignal;
}

const isJson = (type: string) => /[/+]json\b/i.test(type) && !isLines(type);
const isLines = (type: string) => /stream\+json|ndjson|jsonl/i.test(type);
const typeOf = (response: Response) => response.headers.get('content-type') ?? '';

/** Returns true if the body of this answer is left unread for the caller. */
export function isStreamed(row: Row, response: Response, stream: boolean): boolean {
  if (!response.ok || !row.answer) return false;
  if (row.answer === 'events') return stream && !isJson(typeOf(response));
  return row.answer === 'file' ? !isJson(typeOf(response)) : true;
}

export async function readAnswer(answer: Answer, reading: Reading): Promise<unknown> {
  const { response, text, request } = answer;
  const { row, schemas } = reading;
  const { answers } = schemas;
  const declared = answers[response.status] !== undefined;
  if (!response.ok && !declared) throw errorFor(response, text ?? '', request);
  if (text === undefined) {
    const body = response.body ?? new Blob([]).stream();
    if (row.answer === 'stream' || row.answer === 'file') return body;
    const item = itemOf(answers[200] ?? {}, row);
    const { eachEntry } = await reading.lines!();
    return eachEntry(body, (entry) => decode(parse(entry, answer), item, answer, reading, false), reading.signal);
  }
  if (row.answer === 'file') return text ? parse(text, answer) : undefined;
  // An undeclared success is read like the first declared one.
  const schema = declared ? answers[response.status] : Object.values(answers).find(Boolean);
  if (!schema) return undefined;
  const type = typeOf(response);
  if (isLines(type) && row.answer === 'events') {
    const { entriesOf } = await reading.lines!();
    const entries = entriesOf(text).map((entry) => parse(entry, answer));
    return decode(entries, schema, answer, reading);
  }
  const value = readJson(text, type, schema, answer, reading);
  return reading.stream && row.answer === 'events' ? (await reading.lines!()).eachItem(value) : value;
}

function readJson(text: string, type: string, schema: Schema, answer: Answer, reading: Reading): unknown {
  const { response, request } = answer;
  const { validation, core, row } = reading;
  if (!text.trim() && validation === 'off') return undefined;
  const raw = type && !isJson(type) ? mislabelled(text, type, answer, validation) : parse(text, answer);
  if (type && !isJson(type) && validation !== 'off') {
    const issues: Issue[] = [{ path: [], code: 'type', message: `came as ${type}` }];
    tell(core, row.method + row.path, request, response.status, issues);
  }
  // A single event becomes a list of one.
  const single = row.answer === 'events' && kindOf(raw) === 'object';
  return decode(single ? [raw] : raw, schema, answer, reading);
}

// JSON with a wrong content type is accepted; a proxy's HTML page is not.
function mislabelled(text: string, type: string, { response, request }: Answer, mode: ResponseValidation): unknown {
  try {
    if (mode !== 'strict') return JSON.parse(text);
  } catch {
    // Text that is no JSON is the error below.
  }
  const message = `Unexpected content type ${type} with status ${response.status}. Body: ${text.slice(0, 10_000)}`;
  throw new PlatformError(response, text, request, message);
}

function parse(text: string, { response, request }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = text ? 'is not JSON' : 'is empty, JSON was expected';
    const issues: Issue[] = [{ path: [], code: 'json', message }];
    throw new ResponseValidationError(response, text, request, { rawValue: text, value: undefined, issues, cause });
  }
}

function decode(
  raw: unknown,
  schema: Schema,
  answer: Answer,
  { row, validation, core }: Reading,
  root = true,
): unknown {
  const plan = planOf(schema, false);
  if (validation === 'off') return turn(plan, raw);
  const trial = newTrial(false, validation === 'strict' || listens(core));
  check(plan, raw, trial);
  const { issues } = trial;
  if (!issues.length) return turn(plan, raw);
  const { response, text, request } = answer;
  const value = turn(plan, raw, trial.wrong > 0);
  if (validation === 'strict' || (root && isOtherKind(plan, raw))) {
    const found = { rawValue: raw, value, issues };
    throw new ResponseValidationError(response, text ?? JSON.stringify(raw), request, found);
  }
  tell(core, row.method + row.path, request, response.status, issues);
  return value;
}

function isOtherKind(plan: Plan, value: unknown): boolean {
  const kinds = kindsOf(plan);
  return kinds > 0 && !(kinds & kindBit(value));
}

function itemOf(schema: Schema, row: Row): Schema {
  return row.answer === 'events' ? (schema.items ?? {}) : schema;
}
