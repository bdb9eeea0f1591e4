// Checks a custom provider before it is stored: its addresses must be allowed, and its discovery document must name
// the configured issuer.
import { usesProxy } from '../../core/outgoing.ts';
import { checkHostAllowed, ForbiddenAddressError, type NetworkRestriction } from '../../core/reach.ts';
import { refuse } from '../http/errors.ts';
import type { CustomDefinition } from './custom_definition.ts';
import { type DiscoveryDocument, discoveryUrl, ENDPOINTS, fetchDiscovery } from './discovery.ts';
import { ProviderError } from './provider_request.ts';

const URLS = ['issuer', 'discovery_url', 'authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'] as const;

/** Result of the SQL function prepare_custom_provider(). */
export interface PreparedProvider {
  provider: Omit<CustomDefinition, 'client_secret'> & Readonly<Partial<Record<(typeof URLS)[number], string>>>;
  discover: boolean;
}

/**
 * Returns the discovery document, or null if none is needed. `given` has the members of the request. URLs that it does
 * not set are not checked again, so that an unavailable provider can be disabled. Throws an ApiError if a check fails.
 */
export async function checkCustomProvider(
  { provider, discover }: PreparedProvider,
  o: { given: Readonly<Record<string, unknown>>; reach: NetworkRestriction; signal: AbortSignal },
): Promise<DiscoveryDocument | null> {
  for (const name of URLS) {
    const url = provider[name];
    if (url !== undefined && o.given[name] !== undefined) await checkUrl(name, url, o.reach);
  }
  if (!discover) return null;
  const issuer = provider.issuer ?? '';
  const url = provider.discovery_url ?? discoveryUrl(issuer);
  const document = await fetchDiscovery(url, { issuer, reach: o.reach, signal: o.signal }).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    throw Object.assign(refuse('custom_provider_undiscovered', error.message), { cause: error });
  });
  for (const name of ENDPOINTS) {
    const address = document[name];
    if (address !== undefined) await checkUrl(name, address, o.reach);
  }
  return document;
}

/**
 * Checks that an address is allowed. Behind a proxy only literal IP addresses are checked, because the proxy resolves
 * names.
 */
async function checkUrl(name: string, address: string, reach: NetworkRestriction): Promise<void> {
  if (!URL.canParse(address)) throw refuse('custom_provider_unreachable', name, 'is no URL');
  const url = new URL(address);
  try {
    if (usesProxy(url)) reach.judge(url);
    else await checkHostAllowed(reach, url);
  } catch (error) {
    if (!(error instanceof ForbiddenAddressError)) throw error;
    throw Object.assign(refuse('custom_provider_unreachable', name, error.message), { cause: error });
  }
}
