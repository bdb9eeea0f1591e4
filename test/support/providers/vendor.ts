// Definition of a mock provider: its addresses, its client authentication, and the format of its responses according to
// its documentation. The checks that all mocks share are in world.ts.
import type { HostAnswer, HostRequest } from './network.ts';

/** The user at the browser; each vendor formats these data in its own way. */
export interface Person {
  id: string;
  email: string | null;
  verified: boolean;
  given: string;
  family: string;
  login: string;
  picture: string;
}

/** An application as registered in the vendor's console. */
export interface App {
  client_id: string;
  secret: string;
  redirect_uri: string;
}

/** A user's grant to an application, stored by code first and then by token. */
export interface Grant {
  app: App;
  person: Person;
  scopes: readonly string[];
  redirect_uri: string;
  challenge: string | null;
  nonce: string | null;
  /** All parameters of the authorization request. */
  query: URLSearchParams;
  /** True on the person's first consent to this application. */
  first: boolean;
}

export type Resource = (request: HostRequest, grant: Grant) => HostAnswer;

export interface Vendor {
  authorize: string;
  token: string;
  /** Client authentication methods of the vendor's token endpoint. */
  login: 'basic' | 'body' | 'either';
  /** Scopes it accepts; others are rejected. Absent if it ignores scopes. */
  scopes?: readonly string[];
  /** Supports PKCE: it stores the challenge and requires the verifier. */
  pkce?: true;
  /** Validates further parameters of the authorization request. Returns the vendor's error text, or null. */
  demands?: (query: URLSearchParams) => string | null;
  /** Builds errors of the token endpoint that do not follow RFC 6749. */
  refusal?: (error: string, text: string) => HostAnswer;
  /** Additional members of the token response; undefined removes one of RFC 6749. */
  tokens?: (grant: Grant, access_token: string) => Record<string, unknown>;
  /** The token response is form-encoded unless the client accepts JSON. */
  form_by_default?: true;
  /** Resources that need a token, by address without its query. */
  resources?: Readonly<Record<string, Resource>>;
  /** Public resources: discovery, keys. */
  open?: Readonly<Record<string, (request: HostRequest) => HostAnswer>>;
  /** Fields of the form that it posts instead of a redirect. */
  posts?: (grant: Grant) => Record<string, string>;
}

export const fullName = ({ given, family }: Person): string => `${given} ${family}`;

/** Wraps a resource that needs one of these scopes. */
export function scoped(needed: readonly string[], resource: Resource): Resource {
  return (request, grant) =>
    grant.scopes.some((scope) => needed.includes(scope))
      ? resource(request, grant)
      : { status: 403, body: { error: 'insufficient_scope', error_description: `needs ${needed.join(' or ')}` } };
}
