// From a response to the promised value, or to the error that tells what came instead.

import { errorFor, PlatformError, type RequestFacts, ResponseValidationError } from './errors.ts';
import { clientError } from './failure.ts';
import type { Issue } from './issues.ts';
import { readLines } from './lines.ts';
import type { OperationSchemas, Row } from './operation.ts';
import type { ResponseValidation } from './options.ts';
import { convert, newTrial, type Schema } from './schema.ts';

export interface Answer {
  readonly response: Response;
  /** Undefined when the body is handed on as a stream. */
  readonly text: string | undefined;
  readonly request: RequestFacts;
}

interface Reading {
  readonly row: Row;
  readonly schemas: OperationSchemas;
  readonly stream: boolean;
  readonly validation: ResponseValidation;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

const isJson = (type: string) => /[/+]json\b/i.test(type) && !isLines(type);
const isLines = (type: string) => /stream\+json|ndjson|jsonl/i.test(type);
const typeOf = (response: Response) => response.headers.get('content-type') ?? '';

/** Tells whether the body of this answer is left unread for the caller. */
export function isStreamed(row: Row, response: Response, stream: boolean): boolean {
  if (!response.ok || !row.answer) return false;
  if (row.answer === 'events') return stream && !isJson(typeOf(response));
  return row.answer === 'file' ? !isJson(typeOf(response)) : true;
}

export function readAnswer(answer: Answer, reading: Reading): unknown {
  const { response, text, request } = answer;
  const { row, schemas } = reading;
  const { status } = response;
  const { answers } = schemas;
  const declared = answers[status] !== undefined;
  if (!response.ok && !declared) throw errorFor(response, text ?? '', request);
  if (text === undefined) {
    const body = response.body ?? new Blob([]).stream();
    if (row.answer === 'stream' || row.answer === 'file') return body;
    return eachLine(body, itemOf(answers[200] ?? {}, row), answer, reading);
  }
  if (row.answer === 'file') return text ? parse(text, answer) : undefined;
  // An undeclared success is read like the first declared one.
  const schema = declared ? answers[status] : Object.values(answers).find(Boolean);
  if (!schema) return undefined;
  const type = typeOf(response);
  if (isLines(type) && row.answer === 'events') {
    const lines = text.split('\n').filter((line) => line.trim());
    return decode(
      lines.map((line) => parse(line, answer)),
      schema,
      answer,
      reading,
    );
  }
  if (type && !isJson(type)) {
    const message = `Unexpected content type ${type} with status ${status}. Body: ${text.slice(0, 10_000)}`;
    throw new PlatformError(response, text, request, message);
  }
  const value = decode(parse(text, answer), schema, answer, reading);
  return reading.stream && row.answer === 'events' ? eachItem(Array.isArray(value) ? value : []) : value;
}

function parse(text: string, { response, request }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const issues: Issue[] = [{ path: [], code: 'json', message: text ? 'is not JSON' : 'is empty, JSON was expected' }];
    throw new ResponseValidationError(response, text, request, { rawValue: text, value: undefined, issues, cause });
  }
}

function decode(raw: unknown, schema: Schema, answer: Answer, { validation, warn }: Reading): unknown {
  const trial = newTrial(false);
  const value = convert(schema, raw, trial);
  if (!trial.issues.length || validation === 'off') return value;
  const { response, text, request } = answer;
  const found = { rawValue: raw, value, issues: trial.issues };
  const error = new ResponseValidationError(response, text ?? JSON.stringify(raw), request, found);
  if (validation === 'throw') throw error;
  warn(`${request.method} ${request.url}\n${error.pretty()}`);
  return value;
}

function itemOf(schema: Schema, row: Row): Schema {
  return row.answer === 'events' ? (schema.items ?? {}) : schema;
}

async function* eachLine(
  body: ReadableStream<Uint8Array>,
  schema: Schema,
  answer: Answer,
  reading: Reading,
): AsyncGenerator<unknown, void, undefined> {
  try {
    for await (const line of readLines(body)) yield decode(parse(line, answer), schema, answer, reading);
  } catch (error) {
    throw clientError(error, reading.signal);
  }
}

async function* eachItem(items: readonly unknown[]): AsyncGenerator<unknown, void, undefined> {
  yield* items;
}
