// Where log lines go: descriptor 2 or a file, written without ever waiting. A reader that stands still costs lines, not the service.
import { closeSync, constants, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs';

export interface LogDestination {
  write(lines: string): void;
  /** Writes what waits, as far as the reader takes it. */
  flush(): void;
  /** Opens the file anew; throws where that cannot be, and keeps the old one. */
  reopen(): void;
  /** Writes what waits and closes the file. */
  end(): void;
  /** Lines that were dropped since the start. */
  readonly dropped: number;
}

/** Group-writable on purpose: a rotation tool of the same group may move and recreate the file. */
const LOG_FILE_MODE = 0o660;
/** Lines of requests are written together: a write costs more than all else that a line needs. */
const BATCH_BYTES = 4096;
const FLUSH_MS = 100;
/** One write takes no more than this, so that little is copied for a reader that takes little. */
const PIECE_BYTES = 64 * 1024;
/** Lines wait here while the reader stands still or the disk is full; beyond it they are dropped. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/** Opens a file, or descriptor 2 where none is named. `dropNotice` makes the line that tells of dropped ones. */
export function openDestination(file: string, dropNotice: (dropped: number) => string): LogDestination {
  let descriptor = file === '' ? standardError() : openFile(file);
  const waiting: Buffer[] = [];
  let bytes = 0;
  let dropped = 0;
  let untold = 0;
  let stuck = false;
  let closed = false;

  const add = (lines: Buffer): void => {
    waiting.push(lines);
    bytes += lines.length;
  };
  /** Takes a piece off the front of what waits. */
  const piece = (): Buffer => {
    let [size, count] = [0, 0];
    while (count < waiting.length && (count === 0 || size < PIECE_BYTES)) size += waiting[count++]?.length ?? 0;
    return Buffer.concat(waiting.splice(0, count));
  };
  const flush = (): void => {
    while (bytes > 0 && !closed) {
      const whole = piece();
      let written = 0;
      try {
        written = writeSync(descriptor, whole);
        stuck = false;
      } catch {
        // The reader stands still, the disk is full or the pipe is closed: the timer tries again.
        stuck = true;
      }
      bytes -= written;
      if (written < whole.length) waiting.unshift(whole.subarray(written));
      if (stuck) return;
    }
    if (untold === 0 || closed) return;
    add(Buffer.from(dropNotice(untold)));
    untold = 0;
    flush();
  };

  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();
  process.on('exit', flush);
  return {
    write(lines) {
      const size = Buffer.byteLength(lines);
      // Until the notice is written, so that it stands where the lines are missing.
      if (untold > 0 || bytes + size > MOST_WAITING_BYTES) {
        const count = lines.split('\n').length - 1;
        dropped += count;
        untold += count;
        return;
      }
      add(Buffer.from(lines));
      if (bytes >= BATCH_BYTES && !stuck) flush();
    },
    flush() {
      if (!stuck) flush();
    },
    reopen() {
      // What waits belongs to the file that was moved away.
      flush();
      const next = openFile(file);
      closeSync(descriptor);
      descriptor = next;
    },
    end() {
      flush();
      closed = true;
      clearInterval(timer);
      process.off('exit', flush);
      if (file !== '') closeSync(descriptor);
    },
    get dropped() {
      return dropped;
    },
  };
}

/**
 * Descriptor 2 in a mode in which a write never waits. For a pipe or a socket process.stderr sets it. A terminal is opened a second time:
 * its mode would be that of the shell too. A file is written as it is.
 */
function standardError(): number {
  const kind = fstatSync(2);
  if (!kind.isCharacterDevice()) {
    void process.stderr;
    return 2;
  }
  try {
    return openSync('/proc/self/fd/2', constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
  } catch {
    // Another system, or another user's terminal.
    return 2;
  }
}

/** Opens a file to append to, and creates a missing one with our mode. One that exists keeps its own: it may be a device. */
function openFile(file: string): number {
  const { O_WRONLY, O_APPEND, O_NONBLOCK, O_CREAT, O_EXCL } = constants;
  const flags = O_WRONLY | O_APPEND | O_NONBLOCK;
  try {
    const made = openSync(file, flags | O_CREAT | O_EXCL, LOG_FILE_MODE);
    fchmodSync(made, LOG_FILE_MODE); // the umask took bits away
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return openSync(file, flags);
    throw error;
  }
}
