// Loads the external providers: one file each in known/, named after the provider.
import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import type { OAuth1Definition, OAuth2Definition, Provider } from './provider.ts';

/** Matches a provider name. It is used in URLs, in SVC_EXTERNAL_<NAME>_… and in identities. */
const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Reserved names of identities without an external provider. */
const TAKEN = new Set(['email', 'phone', 'web3']);

/** Extension of a source file: .ts in a clone, .js in the published package. */
const ENDING = extname(import.meta.filename);

/** Loads the providers of a folder in alphabetical order. Throws if a file is invalid. */
export async function loadProviders(folder: URL): Promise<ReadonlyMap<string, Provider>> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(ENDING) && !file.startsWith('.'))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
  const wrong = names.find((name) => !NAME.test(name) || TAKEN.has(name));
  if (wrong !== undefined)
    throw new Error(`core/providers/known/${wrong}${ENDING}: ${wrong} cannot be the name of a provider`);
  return new Map(await Promise.all(names.map(async (name) => [name, await loadProvider(folder, name)] as const)));
}

async function loadProvider(folder: URL, name: string): Promise<Provider> {
  const { provider } = (await import(new URL(`${name}${ENDING}`, folder).href)) as {
    provider?: OAuth1Definition | OAuth2Definition;
  };
  if (provider?.protocol !== 'oauth1' && provider?.protocol !== 'oauth2')
    throw new Error(`core/providers/known/${name}${ENDING} exports no provider`);
  return { ...provider, name };
}

export const PROVIDERS = await loadProviders(new URL('./known/', import.meta.url));

/** Returns a provider that must exist. */
export function requireProvider(name: string): Provider {
  const provider = PROVIDERS.get(name);
  if (provider === undefined) throw new Error(`there is no provider ${name}`);
  return provider;
}
