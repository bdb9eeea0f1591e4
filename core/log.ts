// The process log: JSON lines on stderr or in LOG_FILE, with RFC 3339 times and level words.
import { closeSync, fchmodSync, openSync } from 'node:fs';
import pino from 'pino';
import type { LogLevel } from './log_levels.ts';

type SonicBoom = ReturnType<typeof pino.destination>;

export interface Logger {
  panic(fields: object, msg: string): void;
  fatal(fields: object, msg: string): void;
  error(fields: object, msg: string): void;
  warn(fields: object, msg: string): void;
  info(fields: object, msg: string): void;
  debug(fields: object, msg: string): void;
  trace(fields: object, msg: string): void;
  /** A logger that adds these fields to each line. */
  child(fields: object): Logger;
  /** Reopens LOG_FILE, after a rotation has moved it away; no line is lost. Where it cannot be opened, the old one is kept. */
  reopen(): void;
  /** Writes what is buffered. */
  flush(): void;
  /** Writes what is buffered and closes LOG_FILE. */
  close(): void;
}

/** The log of a process, which takes lines of others too. */
export interface ProcessLog extends Logger {
  /** Writes whole lines as they are. */
  pass(lines: string): void;
}

/** Group-writable on purpose: a rotation tool of the same group may move and recreate the file. */
const LOG_FILE_MODE = 0o660;

/** Opens the log. `stream` takes the lines instead, for tests. */
export function createLog(o: { level: LogLevel; file?: string; stream?: pino.DestinationStream }): ProcessLog {
  if (o.file) prepareFile(o.file);
  const destination = o.stream ?? openDestination(o.file || 2);
  const options = {
    level: o.level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // The word of supabase/auth's log lines for what pino calls warn.
    formatters: { level: (label: string) => ({ level: label === 'warn' ? 'warning' : label }) },
    customLevels: { panic: 70 },
  } satisfies pino.LoggerOptions<'panic'>;
  const flushed = o.stream ? () => undefined : () => flush(destination as SonicBoom);
  const file = o.stream || !o.file ? undefined : { path: o.file, destination: destination as SonicBoom };
  return {
    ...wrap(pino<'panic'>(options, destination), { flush: flushed, file }),
    pass(lines) {
      destination.write(lines);
      flushed();
    },
  };
}

/**
 * Code, message and stack of anything thrown, never the object: postgres.js hangs a statement's parameters on it. What has a
 * message need not be an Error: pg-boss tells of a plain copy.
 */
export function errorFields(error: unknown): { code?: string; message: string; stack?: string } {
  const { code, message, stack } = Object(error) as Record<'code' | 'message' | 'stack', unknown>;
  if (typeof message !== 'string') return { message: typeof error === 'string' ? error : typeof error };
  return {
    ...(typeof code === 'string' && code !== '' ? { code } : {}),
    message,
    ...(typeof stack === 'string' && stack !== '' ? { stack } : {}),
  };
}

/** Lines of requests are written together: a write costs more than all else that a line needs. Whatever is worse than that
 * goes out at once, so that a crash cannot lose the line that explains it. */
const BATCH_BYTES = 4096;
const FLUSH_MS = 100;

/** Lines wait here while the disk is full; beyond it they are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

function openDestination(dest: string | number): SonicBoom {
  const destination = pino.destination({
    dest,
    sync: true,
    mkdir: false,
    maxLength: MAX_WAITING_BYTES,
    minLength: BATCH_BYTES,
    periodicFlush: FLUSH_MS,
  });
  process.on('exit', () => flush(destination));
  // A full disk or a closed pipe costs log lines, not the service: an error nobody listens to would end the process.
  destination.on('error', keepServing);
  return destination;
}

/** pino closes a destination by itself once the process has nothing left to do; there is nothing to flush then. */
function flush(destination: SonicBoom & { destroyed?: boolean }): void {
  if (destination.destroyed !== true) destination.flush();
}

function keepServing(): void {
  // The lines stay in the destination's buffer and are tried again with the next one.
}

/** Creates a missing file with our mode. One that exists keeps its own: it may be a device, or somebody's decision. */
function prepareFile(file: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'ax', LOG_FILE_MODE);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  }
  try {
    fchmodSync(descriptor, LOG_FILE_MODE); // the umask took bits away
  } finally {
    closeSync(descriptor);
  }
}

function reopen(inner: pino.Logger<'panic'>, { path, destination }: NonNullable<Destination['file']>): void {
  // What waits belongs to the file that was moved away.
  flush(destination);
  try {
    prepareFile(path);
  } catch (error) {
    inner.error({ ...errorFields(error) }, 'the log file cannot be opened anew; the old one is kept');
    flush(destination);
    return;
  }
  destination.reopen();
  inner.info({}, 'log file opened anew');
}

interface Destination {
  flush(): void;
  /** Where it is one that we opened: descriptor 2 and a test's stream are not ours to close. */
  file: { path: string; destination: SonicBoom } | undefined;
}

function wrap(inner: pino.Logger<'panic'>, destination: Destination): Logger {
  const { flush, file } = destination;
  const atOnce = (write: (fields: object, msg: string) => void) => (fields: object, msg: string) => {
    write(fields, msg);
    flush();
  };
  return {
    panic: atOnce((fields, msg) => inner.panic(fields, msg)),
    fatal: atOnce((fields, msg) => inner.fatal(fields, msg)),
    error: atOnce((fields, msg) => inner.error(fields, msg)),
    warn: atOnce((fields, msg) => inner.warn(fields, msg)),
    info: (fields, msg) => inner.info(fields, msg),
    debug: (fields, msg) => inner.debug(fields, msg),
    trace: (fields, msg) => inner.trace(fields, msg),
    child: (fields) => wrap(inner.child(fields), destination),
    reopen: () => file && reopen(inner, file),
    flush,
    close: () => file?.destination.end(),
  };
}
