// What a check of a provider has found.
import type { Provider } from '../../gateway/providers/provider.ts';

export interface Finding {
  check: 'settings' | 'discovery' | 'keys' | 'redirect' | 'secret';
  /** 'unknown': only a sign-in tells. */
  state: 'ok' | 'warning' | 'unknown' | 'failed';
  /** What was found. */
  says: string;
  /** What to do about it, or ''. */
  advice: string;
}

/** A request that is answered late says as little as none. */
const DEADLINE_MS = 10_000;
export const deadline = (): AbortSignal => AbortSignal.timeout(DEADLINE_MS);

/** Where the registration is looked at. */
export const registered = ({ vendor, title }: Pick<Provider, 'vendor' | 'title'>): string =>
  vendor?.console ?? `the registration at ${title}`;
