// What an administrator has written down of a custom provider is looked at before it is kept: its addresses lead into the
// internet, and its discovery document is there and of the right issuer.
import { goesByProxy } from '../../core/outgoing.ts';
import { type Reach, resolves, UnreachableError } from '../../core/reach.ts';
import { refuse } from '../http/errors.ts';
import { ProviderError } from './ask.ts';
import type { CustomDefinition } from './custom_definition.ts';
import { type DiscoveryDocument, discoveryAddress, ENDPOINTS, fetchDiscovery } from './discovery.ts';

const URLS = ['issuer', 'discovery_url', 'authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'] as const;

/** What the first half of saving has answered. */
export interface Prepared {
  provider: Omit<CustomDefinition, 'client_secret'> & Readonly<Partial<Record<(typeof URLS)[number], string>>>;
  discover: boolean;
}

/**
 * The discovery document, or null where none has to be read. `given` are the members that are new: what was there before is
 * not asked again, so that a provider that is away can still be switched off. A refusal is thrown.
 */
export async function examine(
  { provider, discover }: Prepared,
  o: { given: Readonly<Record<string, unknown>>; reach: Reach; signal: AbortSignal },
): Promise<DiscoveryDocument | null> {
  for (const name of URLS) {
    const url = provider[name];
    if (url !== undefined && o.given[name] !== undefined) await lead(name, url, o.reach);
  }
  if (!discover) return null;
  const issuer = provider.issuer ?? '';
  const url = provider.discovery_url ?? discoveryAddress(issuer);
  const document = await fetchDiscovery(url, { issuer, reach: o.reach, signal: o.signal }).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    throw Object.assign(refuse('custom_provider_undiscovered', error.message), { cause: error });
  });
  for (const name of ENDPOINTS) {
    const address = document[name];
    if (address !== undefined) await lead(name, address, o.reach);
  }
  return document;
}

/** A proxy looks names up by itself, and is the one that decides where they lead; an address that is written out is judged here. */
async function lead(name: string, address: string, reach: Reach): Promise<void> {
  if (!URL.canParse(address)) throw refuse('custom_provider_unreachable', name, 'is no URL');
  const url = new URL(address);
  try {
    if (goesByProxy(url)) reach.judge(url);
    else await resolves(reach, url);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    throw Object.assign(refuse('custom_provider_unreachable', name, error.message), { cause: error });
  }
}
