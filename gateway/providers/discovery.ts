// Fetches and validates the discovery document of a custom OpenID provider (OpenID Connect Discovery 1.0).

import { listOrEmpty, readMember, textOrEmpty } from '../../core/providers/provider.ts';
import type { NetworkRestriction } from '../../core/reach.ts';
import { fetchProviderBody, ProviderError } from './provider_request.ts';

/** Members of the discovery document that are stored. */
export interface DiscoveryDocument {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  userinfo_endpoint?: string;
  revocation_endpoint?: string;
  token_endpoint_auth_methods_supported?: readonly string[];
  scopes_supported?: readonly string[];
  response_types_supported?: readonly string[];
  subject_types_supported?: readonly string[];
  id_token_signing_alg_values_supported?: readonly string[];
}

const REQUIRED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const OPTIONAL = ['userinfo_endpoint', 'revocation_endpoint'] as const;
const LISTS = [
  'token_endpoint_auth_methods_supported',
  'scopes_supported',
  'response_types_supported',
  'subject_types_supported',
  'id_token_signing_alg_values_supported',
] as const;
export const ENDPOINTS = [...REQUIRED, ...OPTIONAL] as const;

const MOST_ENTRIES = 100;
const LONGEST = 2_048;

/** Returns the default URL of an issuer's discovery document. */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** Fetches a discovery document and checks its issuer. Throws a ProviderError if it is invalid. */
export async function fetchDiscovery(
  url: string,
  o: { issuer: string; reach?: NetworkRestriction; signal: AbortSignal },
): Promise<DiscoveryDocument> {
  const what = 'the discovery document';
  const document = await fetchProviderBody({ what, url, request: { signal: o.signal, reach: o.reach } });
  if (readMember(document, 'issuer') !== o.issuer) throw new ProviderError(`${what} is of another issuer`);
  const endpoint = (name: string): string => {
    const address = textOrEmpty(readMember(document, name));
    if (address === '') return '';
    const fits = address.length <= LONGEST && URL.canParse(address) && isPlainHttps(new URL(address));
    if (!fits) throw new ProviderError(`${what} names a ${name} that is no https URL`);
    return address;
  };
  const missing = REQUIRED.find((name) => endpoint(name) === '');
  if (missing) throw new ProviderError(`${what} has no ${missing}`);
  const list = (name: string): readonly string[] =>
    listOrEmpty(readMember(document, name))
      .filter((entry): entry is string => typeof entry === 'string' && entry.length <= LONGEST)
      .slice(0, MOST_ENTRIES);
  const addresses = ENDPOINTS.map((name) => [name, endpoint(name)] as const).filter(([, address]) => address !== '');
  const lists = LISTS.map((name) => [name, list(name)] as const).filter(([, found]) => found.length > 0);
  return { issuer: o.issuer, ...Object.fromEntries([...addresses, ...lists]) } as unknown as DiscoveryDocument;
}

const isPlainHttps = ({ protocol, username, password, hash }: URL): boolean =>
  protocol === 'https:' && username === '' && password === '' && hash === '';
