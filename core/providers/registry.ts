// The providers of this release: one file in known/ each, whose name is the provider's. The folder is read at start, so
// a new provider needs nothing but its file.
import { readdirSync } from 'node:fs';
import type { OAuth1, OAuth2, Provider } from './provider.ts';

/** The name is used in URLs, in SVC_EXTERNAL_<NAME>_… and in identities. */
const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Identities that belong to no provider. */
const TAKEN = new Set(['email', 'phone', 'web3']);

/** Loads the providers of a folder, in alphabetical order. An invalid file stops the start. */
export async function loadProviders(folder: URL): Promise<ReadonlyMap<string, Provider>> {
  const names = readdirSync(folder)
    .filter((file) => /^[^.].*\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
  const wrong = names.find((name) => !NAME.test(name) || TAKEN.has(name));
  if (wrong !== undefined)
    throw new Error(`core/providers/known/${wrong}.ts: ${wrong} cannot be the name of a provider`);
  return new Map(await Promise.all(names.map(async (name) => [name, await load(folder, name)] as const)));
}

async function load(folder: URL, name: string): Promise<Provider> {
  const { provider } = (await import(new URL(`${name}.ts`, folder).href)) as { provider?: OAuth1 | OAuth2 };
  if (provider?.protocol !== 'oauth1' && provider?.protocol !== 'oauth2')
    throw new Error(`core/providers/known/${name}.ts exports no provider`);
  return { ...provider, name };
}

export const PROVIDERS = await loadProviders(new URL('./known/', import.meta.url));

/** Returns a provider that is known to exist. */
export function providerNamed(name: string): Provider {
  const provider = PROVIDERS.get(name);
  if (provider === undefined) throw new Error(`there is no provider ${name}`);
  return provider;
}
