// The process log: JSON lines to stderr or LOG_FILE, with RFC 3339 times and level names.
import pino from 'pino';
import { type LogDestination, openDestination } from './log_destination.ts';
import type { LogLevel } from './log_levels.ts';

export interface Logger {
  panic(fields: object, msg: string): void;
  fatal(fields: object, msg: string): void;
  error(fields: object, msg: string): void;
  warn(fields: object, msg: string): void;
  info(fields: object, msg: string): void;
  debug(fields: object, msg: string): void;
  trace(fields: object, msg: string): void;
  /** Returns a logger that adds these fields to each line. */
  child(fields: object): Logger;
  /** Reopens LOG_FILE after a rotation without losing a line. Keeps the old file if the new one cannot be opened. */
  reopen(): void;
  /** Writes buffered lines. */
  flush(): void;
  /** Writes buffered lines and closes LOG_FILE. Does nothing for a log on stderr. */
  close(): void;
  /** Number of lines dropped since the start, because the reader was too slow or the disk was full. */
  readonly dropped: number;
}

/** The log of a process. It also accepts lines of child processes. */
export interface ProcessLog extends Logger {
  /** Writes complete lines unchanged. */
  pass(lines: string): void;
}

/** Opens the log. Tests pass `stream` to receive the lines. */
export function createLog(o: { level: LogLevel; file?: string; stream?: pino.DestinationStream }): ProcessLog {
  const destination = o.stream
    ? createUnbufferedDestination(o.stream)
    : openDestination(o.file ?? '', droppedLinesNotice);
  const options = {
    level: o.level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // supabase/auth uses the level name "warning".
    formatters: { level: (label: string) => ({ level: label === 'warn' ? 'warning' : label }) },
    customLevels: { panic: 70 },
  } satisfies pino.LoggerOptions<'panic'>;
  return {
    ...toLogger(pino<'panic'>(options, destination), destination, Boolean(o.file)),
    // A getter, because the destination's count changes.
    get dropped() {
      return destination.dropped;
    },
    pass(lines) {
      destination.write(lines);
      destination.flush();
    },
  };
}

/** Formats the notice about dropped lines. */
function droppedLinesNotice(dropped: number): string {
  const line = { level: 'warning', time: new Date().toISOString(), dropped };
  return `${JSON.stringify({ ...line, msg: 'log lines were dropped: they were not read in time' })}\n`;
}

function createUnbufferedDestination(stream: pino.DestinationStream): LogDestination {
  const nothing = (): void => undefined;
  return { write: (lines) => stream.write(lines), flush: nothing, reopen: nothing, end: nothing, dropped: 0 };
}

/**
 * Returns code, message and stack of anything that was thrown. Never returns the object itself, because postgres.js
 * attaches statement parameters to it. pg-boss emits plain objects with a message.
 */
export function errorLogFields(error: unknown): { code?: string; message: string; stack?: string } {
  const { code, message, stack } = Object(error) as Record<'code' | 'message' | 'stack', unknown>;
  if (typeof message !== 'string') return { message: typeof error === 'string' ? error : typeof error };
  return {
    ...(typeof code === 'string' && code !== '' ? { code } : {}),
    message,
    ...(typeof stack === 'string' && stack !== '' ? { stack } : {}),
  };
}

function reopenLog(inner: pino.Logger<'panic'>, destination: LogDestination): void {
  try {
    destination.reopen();
    inner.info({}, 'log file opened anew');
  } catch (error) {
    inner.error({ ...errorLogFields(error) }, 'the log file cannot be opened anew; the old one is kept');
    destination.flush();
  }
}

function toLogger(inner: pino.Logger<'panic'>, destination: LogDestination, is_file: boolean): Logger {
  // Writes the line at once, so that a crash does not lose the line that explains it.
  const atOnce = (write: (fields: object, msg: string) => void) => (fields: object, msg: string) => {
    write(fields, msg);
    destination.flush();
  };
  return {
    panic: atOnce((fields, msg) => inner.panic(fields, msg)),
    fatal: atOnce((fields, msg) => inner.fatal(fields, msg)),
    error: atOnce((fields, msg) => inner.error(fields, msg)),
    warn: atOnce((fields, msg) => inner.warn(fields, msg)),
    info: (fields, msg) => inner.info(fields, msg),
    debug: (fields, msg) => inner.debug(fields, msg),
    trace: (fields, msg) => inner.trace(fields, msg),
    child: (fields) => toLogger(inner.child(fields), destination, is_file),
    reopen: () => is_file && reopenLog(inner, destination),
    flush: () => destination.flush(),
    close: () => is_file && destination.end(),
    get dropped() {
      return destination.dropped;
    },
  };
}
