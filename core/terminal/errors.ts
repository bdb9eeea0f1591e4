// Expected errors of a command, for which only the message is printed. The exit code is 1, or 2 for a UsageError.

export class CommandError extends Error {
  /** Error code for --json. */
  readonly code: string;
  constructor(message: string, options?: { cause?: unknown; code?: string }) {
    super(message, options);
    this.code = options?.code ?? 'refused';
  }
}

/** Thrown for wrong usage that the option parser does not detect. The exit code is 2. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, { code: 'usage' });
  }
}
