// Type of a provider mock: its addresses, its client authentication, and its response format according to the
// provider's documentation. world.ts has the checks that all mocks share.
import type { HostRequest, HostResponse } from './network.ts';

/** User at the browser. Each provider formats these data in its own way. */
export interface ProviderPerson {
  id: string;
  email: string | null;
  verified: boolean;
  given: string;
  family: string;
  login: string;
  picture: string;
}

/** OAuth client as registered with the provider. */
export interface RegisteredClient {
  client_id: string;
  secret: string;
  redirect_uri: string;
}

/** A user's grant to a client, stored first by code and then by access token. */
export interface Grant {
  app: RegisteredClient;
  person: ProviderPerson;
  scopes: readonly string[];
  redirect_uri: string;
  challenge: string | null;
  nonce: string | null;
  /** Parameters of the authorization request. */
  query: URLSearchParams;
  /** True for the person's first consent to this client. */
  first: boolean;
}

export type ProviderResource = (request: HostRequest, grant: Grant) => HostResponse;

export interface ProviderMock {
  authorize: string;
  token: string;
  /** Client authentication methods of the token endpoint. */
  login: 'basic' | 'body' | 'either';
  /** Scopes that the provider accepts. Absent if the provider ignores scopes. */
  scopes?: readonly string[];
  /** True if the provider supports PKCE: it stores the challenge and requires the verifier. */
  pkce?: true;
  /** Validates further parameters of the authorization request. Returns the provider's error text, or null. */
  demands?: (query: URLSearchParams) => string | null;
  /** Builds error responses of the token endpoint that do not follow RFC 6749. */
  refusal?: (error: string, text: string) => HostResponse;
  /** Additional members of the token response. The value undefined removes a member of RFC 6749. */
  tokens?: (grant: Grant, access_token: string) => Record<string, unknown>;
  /** True if the token response is form-encoded unless the client accepts JSON. */
  form_by_default?: true;
  /** Resources that need an access token, by URL without query. */
  resources?: Readonly<Record<string, ProviderResource>>;
  /** Public resources, such as the discovery document and the keys, by URL. */
  open?: Readonly<Record<string, (request: HostRequest) => HostResponse>>;
  /** Returns the fields of the form that the provider posts instead of a redirect. */
  posts?: (grant: Grant) => Record<string, string>;
}

export const fullName = ({ given, family }: ProviderPerson): string => `${given} ${family}`;

/** Wraps a resource that needs one of these scopes. */
export function requireScope(needed: readonly string[], resource: ProviderResource): ProviderResource {
  return (request, grant) =>
    grant.scopes.some((scope) => needed.includes(scope))
      ? resource(request, grant)
      : { status: 403, body: { error: 'insufficient_scope', error_description: `needs ${needed.join(' or ')}` } };
}
