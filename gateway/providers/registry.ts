// The providers by name. A new one: its file, a line here, its name in core/settings/rows/providers.ts, a row of the tests.
import type { ProviderName } from '../../core/settings/rows/providers.ts';
import { GITHUB } from './github.ts';
import type { Provider } from './provider.ts';

export const REGISTRY: Partial<Readonly<Record<ProviderName, Provider>>> = {
  github: GITHUB,
};
