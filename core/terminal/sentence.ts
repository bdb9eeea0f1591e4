// A fault that is a sentence for the person at the terminal: main prints it without a stack and exits with 1.

export class Sentence extends Error {
  /** The word that --json prints beside the sentence. */
  readonly code: string;
  constructor(message: string, options?: { cause?: unknown; code?: string }) {
    super(message, options);
    this.code = options?.code ?? 'refused';
  }
}

/** Wrong use of a command that its parser cannot see: exit code 2. */
export class UsageSentence extends Sentence {
  constructor(message: string) {
    super(message, { code: 'usage' });
  }
}
