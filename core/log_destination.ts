// Destination of log lines: file descriptor 2 or a file. A reader that stops does not block the process: lines are
// buffered, and dropped when the buffer is full.
import { closeSync, constants, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs';

export interface LogDestination {
  write(lines: string): void;
  /** Writes as many buffered lines as the reader accepts. */
  flush(): void;
  /** Reopens the file. Throws if that fails, and keeps the old one. */
  reopen(): void;
  /** Writes buffered lines and closes the file. */
  end(): void;
  /** Number of lines dropped since the start. */
  readonly dropped: number;
}

/** Mode of a new log file: its owner and its group can read and write it. */
const LOG_FILE_MODE = 0o660;
/**
 * Bytes and milliseconds after which buffered lines are written. Lines are written in batches, because each write is a
 * system call.
 */
const BATCH_BYTES = 4096;
const FLUSH_MS = 100;
/** Size in bytes at which a write takes no further lines, so that little is copied again if only a part is accepted. */
const PIECE_BYTES = 64 * 1024;
/**
 * Maximum size in bytes of the lines that are buffered while the reader does not read or the disk is full. Further
 * lines are dropped.
 */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/** Opens a file, or file descriptor 2 if `file` is ''. `dropNotice` formats the line about dropped lines. */
export function openDestination(file: string, dropNotice: (dropped: number) => string): LogDestination {
  let descriptor = file === '' ? openStandardError() : openFile(file);
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
  /** Removes a chunk from the front of the waiting lines and returns it. */
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
        // The reader has stopped, the disk is full or the pipe is closed. The timer retries.
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
      // Further lines are dropped until the notice is written, because the notice must stand in place of the missing
      // lines.
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
      // Write waiting lines to the old file.
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
 * Returns a descriptor of standard error in non-blocking mode. For a pipe or socket, process.stderr sets this mode on
 * descriptor 2. A terminal is opened again, because its mode is shared with the shell. A regular file needs no such
 * mode.
 */
function openStandardError(): number {
  const kind = fstatSync(2);
  if (!kind.isCharacterDevice()) {
    void process.stderr;
    return 2;
  }
  try {
    return openSync('/proc/self/fd/2', constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
  } catch {
    // On other systems, and for a terminal of another user, writes can block.
    return 2;
  }
}

/**
 * Opens a file for appending. A new file gets LOG_FILE_MODE. An existing one, which may be a device, keeps its mode.
 */
function openFile(file: string): number {
  const { O_WRONLY, O_APPEND, O_NONBLOCK, O_CREAT, O_EXCL } = constants;
  const flags = O_WRONLY | O_APPEND | O_NONBLOCK;
  try {
    const made = openSync(file, flags | O_CREAT | O_EXCL, LOG_FILE_MODE);
    fchmodSync(made, LOG_FILE_MODE); // the umask may have removed bits
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return openSync(file, flags);
    throw error;
  }
}
