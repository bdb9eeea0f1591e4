// Runs one tool: arguments in, data out. Failures are data too.
import { open, unlink } from 'node:fs/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { type Args, checkArguments } from './arguments.ts';
import type { Settings } from './flags.ts';
import {
  alarm,
  anyOf,
  clientError,
  type EventOptions,
  fromPath,
  InvalidRequestError,
  type PlatformCore,
  PlatformError,
  readRow,
} from './platform.ts';
import { inputSchemaOf, type Tool } from './tools.ts';

export type Limits = Pick<Settings, 'maxItems' | 'maxSeconds' | 'maxBytes' | 'paths'>;

export interface ToolResult {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
}

export async function runTool(
  core: PlatformCore,
  tool: Tool,
  given: unknown,
  limits: Limits,
  signal: AbortSignal,
): Promise<ToolResult> {
  try {
    const args = checkArguments(given, await inputSchemaOf(tool));
    return answer(await resultOf(core, tool, args, limits, signal));
  } catch (error) {
    return failure(error);
  }
}

function answer(value: unknown): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value ?? { done: true }) }] };
}

/** An error as status, code and message, so that a model can act on it. */
export function failure(error: unknown): ToolResult {
  const data: Record<string, unknown> = { message: error instanceof Error ? error.message : String(error) };
  if (error instanceof PlatformError) {
    data.status = error.statusCode;
    data.code = error.error?.code ?? error.name;
    data.requestId = error.requestId;
  } else {
    data.code = error instanceof Error ? error.name : 'Error';
    if (error instanceof InvalidRequestError) data.issues = error.issues;
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
}

async function resultOf(core: PlatformCore, tool: Tool, given: Args, limits: Limits, signal: AbortSignal) {
  const { operation } = tool.listed;
  const row = readRow(operation.row);
  const { saveTo, ...args } = given;
  if (saveTo !== undefined) checkPath(saveTo, limits);
  if (row.body === 'octets' && args.requestBody !== undefined) {
    const blob = await bytesOf(args.requestBody, limits);
    args.requestBody = blob;
    args.contentLength ??= blob.size;
  }
  // Following never ends by itself; without it the API sends one array.
  const follows = row.answer === 'lines' || (row.answer === 'events' && args.follow === 1);
  const limit = follows ? alarm(limits.maxSeconds * 1000) : undefined;
  const both = anyOf(signal, limit?.signal);
  const options: EventOptions = { signal: both };
  if (row.answer === 'events' && follows) options.stream = true;
  // Arguments come from outside; the operation's own schema checks them.
  const call = operation as unknown as (core: PlatformCore, ...rest: unknown[]) => ReturnType<typeof operation>;
  try {
    const result = await (row.bare ? call(core, options) : call(core, args, options));
    if (!result.ok && limit?.signal.aborted) return { items: [], stopped: '--max-seconds' };
    if (!result.ok) throw result.error;
    const { value } = result;
    if (saveTo !== undefined) return await save(value, saveTo, both);
    if (value instanceof ReadableStream) return await inline(chunksOf(value, both), limits.maxBytes);
    return isIterable(value) ? await collect(value, limits.maxItems, limit?.signal) : value;
  } finally {
    limit?.clear();
  }
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

/** The bytes of a download; JSON is parsed by the client and written out again. A broken stream throws a client's error. */
async function* chunksOf(value: unknown, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (!(value instanceof ReadableStream)) {
    yield Buffer.from(JSON.stringify(value) ?? '');
    return;
  }
  try {
    yield* value as NodeStream<Uint8Array>;
  } catch (error) {
    throw clientError(error, signal);
  }
}

// A new file only: a tool must not overwrite what is there. Nor does it leave half of one.
async function save(value: unknown, path: string, signal: AbortSignal) {
  const file = await open(path, 'wx').catch(async (error: unknown) => {
    if (value instanceof ReadableStream) await value.cancel();
    throw error;
  });
  try {
    await file.writeFile(chunksOf(value, signal));
    const { size } = await file.stat();
    await file.close();
    return { savedTo: path, bytes: size };
  } catch (error) {
    await file.close();
    await unlink(path);
    throw error;
  }
}

async function inline(stream: AsyncGenerator<Uint8Array>, most: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > most)
      throw new RangeError(`the download is larger than ${most} bytes; give saveTo or raise --max-bytes`);
    chunks.push(chunk);
  }
  return { base64: Buffer.concat(chunks).toString('base64'), bytes: size };
}

/** Reads a stream until it ends, is long enough, or has taken its time. What came before a fault is given with it. */
async function collect(stream: AsyncIterable<unknown>, maxItems: number, limit: AbortSignal | undefined) {
  const items: unknown[] = [];
  try {
    for await (const item of stream) {
      items.push(item);
      if (items.length >= maxItems) return { items, stopped: '--max-items' };
    }
  } catch (error) {
    if (limit?.aborted) return { items, stopped: '--max-seconds' };
    if (!items.length) throw error;
    return { items, stopped: 'error', error: failure(error).structuredContent };
  }
  return { items, stopped: 'end of stream' };
}
