// The result of a check of a provider.
import type { Provider } from '../../../core/providers/provider.ts';
import { isCustomProvider } from '../custom.ts';

export interface Finding {
  check: 'settings' | 'discovery' | 'keys' | 'redirect' | 'secret';
  /** `unknown`: only a real sign-in can verify it. */
  state: 'ok' | 'warning' | 'unknown' | 'failed';
  says: string;
  /** Advice for the operator, or ''. */
  advice: string;
}

/** Creates the abort signal that limits the time of a request to the provider. */
export type CreateDeadline = () => AbortSignal;

const DEADLINE_MS = 10_000;
/** Deadline of a request on the command line. */
export const createDefaultDeadline: CreateDeadline = () => AbortSignal.timeout(DEADLINE_MS);

/** Says where the operator changes the app's registration at the provider. */
export const describeRegistration = ({ vendor, title }: Pick<Provider, 'vendor' | 'title'>): string =>
  vendor?.console ?? `the registration at ${title}`;

/** Returns the name of a setting: the suffix of the environment variable, or the member of a custom provider. */
export const providerSettingName = ({ name }: Pick<Provider, 'name'>, setting: '_CLIENT_ID' | '_SECRET'): string =>
  isCustomProvider(name) ? { _CLIENT_ID: 'client_id', _SECRET: 'client_secret' }[setting] : setting;
