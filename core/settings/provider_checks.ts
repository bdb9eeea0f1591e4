// What an external provider needs before anybody can sign in with it. A missing part is a warning: the others work.
import { ALL_PROVIDERS, PROVIDER_PARTS } from './rows/providers.ts';
import type { Settings } from './table.ts';

export function checkProviders(settings: Settings): string[] {
  return ALL_PROVIDERS.filter((name) => settings[`external_${name}_enabled`]).flatMap((name) =>
    PROVIDER_PARTS.filter((part) => settings[`external_${name}_${part}`].length === 0).map(
      (part) => `SVC_EXTERNAL_${name.toUpperCase()}_${part.toUpperCase()} is not set: nobody can sign in with ${name}`,
    ),
  );
}
