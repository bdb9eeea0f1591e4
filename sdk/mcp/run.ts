// Runs one tool with its arguments. Errors are returned as data too.
import { type Args, checkArguments } from './arguments.ts';
import { convert } from './convert.ts';
import { inline } from './downloads.ts';
import { checkTarget, FileError, readFile, saveFile, type Upload } from './files.ts';
import type { Settings } from './flags.ts';
import {
  alarm,
  anyOf,
  type EventOptions,
  InvalidRequestError,
  type Issue,
  type PlatformCore,
  ResponseValidationError,
  readRow,
} from './platform.ts';
import type { Progress } from './progress.ts';
import { answer, conversions, failure, shorten, type ToolResult, type Wanted } from './result.ts';
import { inputSchemaOf, type Tool } from './tools.ts';

export type Limits = Pick<Settings, 'maxItems' | 'maxSeconds' | 'maxBytes' | 'maxChars' | 'files'>;

/** Settings of one call: its deadline and its progress. */
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
    const schema = await inputSchemaOf(tool);
    const { value, notes } = convert(given, schema);
    const { fields, maxChars, ...args } = checkArguments(value, schema);
    const wanted = checkWanted(fields, maxChars, limits);
    const told = conversions(notes);
    try {
      return answer(await resultOf(core, tool, args, limits, wanted, calling), wanted, told);
    } catch (error) {
      // An incomplete answer is more useful to a model than none; text that is no JSON counts as none.
      if (!(error instanceof ResponseValidationError) || error.issues.some(isNoJson)) throw error;
      return answer(error.value, wanted, [...told, ...warningsOf(tool, error)]);
    }
  } catch (error) {
    return failure(error);
  }
}

function isNoJson({ code, message }: Issue): boolean {
  return code === 'json' && message === 'is not JSON';
}

// A missing or additional member is visible in the answer itself; a value of another type needs a warning.
function isVisible({ code, branches }: Issue): boolean {
  return (
    code === 'required' ||
    code === 'unknown' ||
    code === 'enum' ||
    branches?.some((list) => list.every(isVisible)) === true
  );
}

const warned = new Set<string>();

// A short sentence for the model, and one log line per operation: the same difference occurs in every call.
function warningsOf({ name }: Tool, { issues }: ResponseValidationError): string[] {
  const [first] = issues.filter((issue) => !isVisible(issue));
  if (!first) return [];
  const warning = shorten(
    `The answer is not of the known shape: ${first.path.join('.') || 'it'} ${first.message}.`,
    300,
  );
  if (!warned.has(name)) console.error(`${name}: ${warning}`);
  warned.add(name);
  return [warning];
}

/** Validates the limits given by a caller. */
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
  const { saveTo, overwrite, ...args } = given;
  // Checked before the request, which an invalid path would waste.
  if (saveTo !== undefined) await checkTarget(folderOf(limits.files), saveTo, overwrite === true);
  const sent = row.body === 'octets' ? args[row.bodyArg] : undefined;
  const upload = sent === undefined ? undefined : await uploadOf(sent, limits);
  if (upload) {
    args[row.bodyArg] = upload.blob;
    args.contentLength ??= upload.blob.size;
  }
  // Following never ends by itself; without it the API sends one array.
  const follows = row.answer === 'lines' || (row.answer === 'events' && args.follow === 1);
  const limit = follows ? alarm(limits.maxSeconds * 1000) : undefined;
  const both = anyOf(signal, limit?.signal);
  const options: EventOptions = { signal: both };
  if (row.answer === 'events' && follows) options.stream = true;
  // Strict validation reports the differences for the warning; a stream has no place for one.
  if (!follows) options.responseValidation = 'strict';
  // Arguments are untyped; the operation's own schema validates them.
  const call = operation as unknown as (core: PlatformCore, ...rest: unknown[]) => ReturnType<typeof operation>;
  try {
    const result = await (row.bare ? call(core, options) : call(core, args, options));
    if (!result.ok && limit?.signal.aborted) return { items: [], stopped: '--max-seconds' };
    if (!result.ok) throw result.error;
    const { value } = result;
    if (saveTo !== undefined) return await saved(value, saveTo, overwrite === true, limits, both, progress);
    if (value instanceof ReadableStream)
      return await inline(value, Math.min(limits.maxBytes, bytesWithin(wanted.maxChars)), both, progress);
    return isIterable(value) ? await collect(value, limits.maxItems, limit?.signal, progress) : value;
  } finally {
    limit?.clear();
    await upload?.close();
  }
}

// Base64 is a third longer than the bytes, and is part of an object.
function bytesWithin(chars: number): number {
  return Math.floor(((chars - 40) * 3) / 4);
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

// An unread download keeps its connection open.
async function saved(
  value: unknown,
  path: unknown,
  overwrite: boolean,
  { files }: Limits,
  signal: AbortSignal,
  progress: Progress,
) {
  try {
    return await saveFile(folderOf(files), path, overwrite, value, signal, progress);
  } catch (error) {
    // Cancelling a broken stream rejects with the error that is already being thrown.
    if (value instanceof ReadableStream && !value.locked) await value.cancel().catch(() => undefined);
    throw error;
  }
}

function folderOf(files: string | undefined): string {
  if (files === undefined) throw new FileError('this server touches no files: it was started without --files');
  return files;
}

async function uploadOf(body: unknown, limits: Limits): Promise<Upload> {
  const { path, base64 } = (body ?? {}) as { path?: unknown; base64?: unknown };
  if (path !== undefined) return readFile(folderOf(limits.files), path);
  // A decoder would silently drop an extra character or the end of a truncated text.
  if (typeof base64 !== 'string' || !/^[A-Za-z\d+/_-]*={0,2}$/.test(base64) || !isWhole(base64)) {
    throw new TypeError(`requestBody must be ${limits.files === undefined ? '' : '{"path": …} or '}{"base64": …}`);
  }
  return { blob: new Blob([Buffer.from(base64, 'base64')]), close: async () => undefined };
}

// Four characters are three bytes; padding is optional, but if present it completes the last four.
function isWhole(base64: string): boolean {
  return base64.endsWith('=') ? base64.length % 4 === 0 : base64.length % 4 !== 1;
}

/** Reads a stream until it ends or reaches its size or time limit. Entries before an error are returned with it. */
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
