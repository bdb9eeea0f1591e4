// Runs one tool: arguments in, data out. Failures are data too.
import { type Args, checkArguments } from './arguments.ts';
import { inline, save } from './downloads.ts';
import type { Settings } from './flags.ts';
import {
  alarm,
  anyOf,
  type EventOptions,
  fromPath,
  InvalidRequestError,
  type Issue,
  type PlatformCore,
  ResponseValidationError,
  readRow,
} from './platform.ts';
import type { Progress } from './progress.ts';
import { answer, failure, shorten, type ToolResult, type Wanted } from './result.ts';
import { inputSchemaOf, type Tool } from './tools.ts';

export type Limits = Pick<Settings, 'maxItems' | 'maxSeconds' | 'maxBytes' | 'maxChars' | 'paths'>;

/** What belongs to one call: when to give up, and where to tell how far it is. */
export interface Calling {
  signal: AbortSignal;
  progress: Progress;
}

export async function runTool(
  core: PlatformCore,
  tool: Tool,
  given: unknown,
  limits: Limits,
  calling: Calling,
): Promise<ToolResult> {
  try {
    const { fields, maxChars, ...args } = checkArguments(given, await inputSchemaOf(tool));
    const wanted = checkWanted(fields, maxChars, limits);
    try {
      return answer(await resultOf(core, tool, args, limits, wanted, calling), wanted);
    } catch (error) {
      // A model is better served by an answer with a gap than by none; what is no JSON at all is none.
      if (!(error instanceof ResponseValidationError) || error.issues.some(isNoJson)) throw error;
      return answer(error.value, wanted, warningsOf(tool, error));
    }
  } catch (error) {
    return failure(error);
  }
}

function isNoJson({ code, message }: Issue): boolean {
  return code === 'json' && message === 'is not JSON';
}

// A gap is no news to whoever reads an answer; a value of another kind is.
function onlyLacks({ code, branches }: Issue): boolean {
  return code === 'required' || branches?.some((branch) => branch.every(onlyLacks)) === true;
}

const warned = new Set<string>();

// To the model in one short sentence, to the log once per operation: an answer that differs today differs in every call.
function warningsOf({ name }: Tool, { issues }: ResponseValidationError): string[] {
  const [first] = issues.filter((issue) => !onlyLacks(issue));
  if (!first) return [];
  const warning = shorten(
    `The answer is not of the known shape: ${first.path.join('.') || 'it'} ${first.message}.`,
    300,
  );
  if (!warned.has(name)) console.error(`${name}: ${warning}`);
  warned.add(name);
  return [warning];
}

/** Holds the bounds a caller gave to what they can be. */
export function checkWanted(fields: unknown, maxChars: unknown, limits: Limits): Wanted {
  const issue = (path: string, message: string) =>
    new InvalidRequestError({ fields, maxChars }, [{ path: [path], code: 'type', message }]);
  if (fields !== undefined && !(Array.isArray(fields) && fields.every((field) => typeof field === 'string')))
    throw issue('fields', 'must be a list of texts such as "projects.name"');
  if (maxChars !== undefined && !(Number.isInteger(maxChars) && (maxChars as number) >= 100))
    throw issue('maxChars', 'must be a whole number of at least 100');
  return { fields: fields as string[] | undefined, maxChars: (maxChars as number | undefined) ?? limits.maxChars };
}

async function resultOf(
  core: PlatformCore,
  tool: Tool,
  given: Args,
  limits: Limits,
  wanted: Wanted,
  { signal, progress }: Calling,
) {
  const { operation } = tool.listed;
  const row = readRow(operation.row);
  const { saveTo, ...args } = given;
  if (saveTo !== undefined) checkPath(saveTo, limits);
  if (row.body === 'octets' && args[row.bodyArg] !== undefined) {
    const blob = await bytesOf(args[row.bodyArg], limits);
    args[row.bodyArg] = blob;
    args.contentLength ??= blob.size;
  }
  // Following never ends by itself; without it the API sends one array.
  const follows = row.answer === 'lines' || (row.answer === 'events' && args.follow === 1);
  const limit = follows ? alarm(limits.maxSeconds * 1000) : undefined;
  const both = anyOf(signal, limit?.signal);
  const options: EventOptions = { signal: both };
  if (row.answer === 'events' && follows) options.stream = true;
  // A line of an unknown shape must not end a stream.
  if (follows) options.responseValidation = 'off';
  // Arguments come from outside; the operation's own schema checks them.
  const call = operation as unknown as (core: PlatformCore, ...rest: unknown[]) => ReturnType<typeof operation>;
  try {
    const result = await (row.bare ? call(core, options) : call(core, args, options));
    if (!result.ok && limit?.signal.aborted) return { items: [], stopped: '--max-seconds' };
    if (!result.ok) throw result.error;
    const { value } = result;
    if (saveTo !== undefined) return await save(value, saveTo, both, progress);
    if (value instanceof ReadableStream)
      return await inline(value, Math.min(limits.maxBytes, bytesWithin(wanted.maxChars)), both, progress);
    return isIterable(value) ? await collect(value, limits.maxItems, limit?.signal, progress) : value;
  } finally {
    limit?.clear();
  }
}

// Base64 is a third longer than the bytes, and stands in an object.
function bytesWithin(chars: number): number {
  return Math.floor(((chars - 40) * 3) / 4);
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function checkPath(path: unknown, { paths }: Limits): asserts path is string {
  if (typeof path !== 'string' || path === '') throw new TypeError('a path must be a text');
  if (!paths) throw new TypeError('this server listens beyond loopback and does not touch files; use base64');
}

async function bytesOf(body: unknown, limits: Limits): Promise<Blob> {
  const { path, base64 } = (body ?? {}) as { path?: unknown; base64?: unknown };
  if (path !== undefined) {
    checkPath(path, limits);
    return fromPath(path);
  }
  // One letter too many would be dropped in silence, and so would the end of a text that was cut.
  if (typeof base64 !== 'string' || !/^[A-Za-z\d+/_-]*={0,2}$/.test(base64) || !isWhole(base64)) {
    throw new TypeError('requestBody must be {"path": …} or {"base64": …}');
  }
  return new Blob([Buffer.from(base64, 'base64')]);
}

// Four letters are three bytes; padding is optional, but where it stands it fills the last four.
function isWhole(base64: string): boolean {
  return base64.endsWith('=') ? base64.length % 4 === 0 : base64.length % 4 !== 1;
}

/** Reads a stream until it ends, is long enough, or has taken its time. What came before a fault is given with it. */
async function collect(
  stream: AsyncIterable<unknown>,
  maxItems: number,
  limit: AbortSignal | undefined,
  progress: Progress,
) {
  const items: unknown[] = [];
  try {
    for await (const item of stream) {
      items.push(item);
      progress.step(items.length, maxItems, 'entries');
      if (items.length >= maxItems) return { items, stopped: '--max-items' };
    }
  } catch (error) {
    if (limit?.aborted) return { items, stopped: '--max-seconds' };
    if (!items.length) throw error;
    return { items, stopped: 'error', error: failure(error).structuredContent };
  }
  return { items, stopped: 'end of stream' };
}
