// An expected error of a command: main prints its message without a stack and exits with 1.

export class CommandError extends Error {
  /** Error code for --json. */
  readonly code: string;
  constructor(message: string, options?: { cause?: unknown; code?: string }) {
    super(message, options);
    this.code = options?.code ?? 'refused';
  }
}

/** Wrong usage that the option parser does not detect. Exit code 2. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, { code: 'usage' });
  }
}
