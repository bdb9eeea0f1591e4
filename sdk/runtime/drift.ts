// Tells a client's hook and logger how answers differ from their description: each kind of difference once.
import type { RequestFacts } from './errors.ts';
import type { Issue } from './issues.ts';
import type { ClientOptions } from './options.ts';

export class DriftTeller {
  readonly #told = new Set<string>();
  readonly #options: Pick<ClientOptions, 'onDrift' | 'debugLogger'>;

  constructor(options: Pick<ClientOptions, 'onDrift' | 'debugLogger'>) {
    this.#options = options;
  }

  get listens(): boolean {
    return Boolean(this.#options.onDrift ?? this.#options.debugLogger);
  }

  /** `operation` is the operation's row, which is the same for all its requests. */
  tell(operation: string, request: RequestFacts, status: number, issues: readonly Issue[]): void {
    if (!this.listens) return;
    const fresh = issues.filter((issue) => {
      const path = issue.path.map((part) => (typeof part === 'number' ? '[]' : part)).join('.');
      const key = `${operation} ${status} ${issue.code} ${path}`;
      return !this.#told.has(key) && this.#told.add(key);
    });
    if (!fresh.length) return;
    this.#options.onDrift?.({ request, status, issues: fresh });
    const lines = fresh.map(({ path, message }) => `  ${path.join('.')} ${message}`);
    this.#options.debugLogger?.log(`Answer differs: ${request.method} ${request.url}\n${lines.join('\n')}`);
  }
}
