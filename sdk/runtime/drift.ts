// Reports differences between answers and their description to a client's hook and logger, each kind once.
import type { PlatformCore } from './core.ts';
import type { RequestFacts } from './errors.ts';
import type { Issue } from './issues.ts';

/** Returns true if the client has a listener for differences. */
export function listens({ options }: PlatformCore): boolean {
  return Boolean(options.onDrift ?? options.debugLogger);
}

/** `operation` identifies all requests of an operation. */
export function tell(
  core: PlatformCore,
  operation: string,
  request: RequestFacts,
  status: number,
  issues: readonly Issue[],
): void {
  if (!listens(core)) return;
  const fresh = issues.filter((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? '[]' : part)).join('.');
    const key = `${operation} ${status} ${issue.code} ${path}`;
    return !core.told.has(key) && core.told.add(key);
  });
  if (!fresh.length) return;
  core.options.onDrift?.({ request, status, issues: fresh });
  const lines = fresh.map(({ path, message }) => `  ${path.join('.')} ${message}`);
  core.options.debugLogger?.log(`Answer differs: ${request.method} ${request.url}\n${lines.join('\n')}`);
}
