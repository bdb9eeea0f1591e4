// What a check of a provider has found.

import type { Provider } from '../../core/providers/provider.ts';
import { isCustom } from '../../gateway/providers/custom.ts';

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

/** What is to be compared or set, as the operator calls it: a variable's end, or a member of one's own provider. */
export const called = ({ name }: Pick<Provider, 'name'>, setting: '_CLIENT_ID' | '_SECRET'): string =>
  isCustom(name) ? { _CLIENT_ID: 'client_id', _SECRET: 'client_secret' }[setting] : setting;
