// What a mock provider is: its addresses, how an application logs in there, and the shape of its answers, as its
// documentation gives them. What all of them refuse is written once, in world.ts.
import type { HostAnswer, HostRequest } from './network.ts';

/** Who sits at the browser and consents; each vendor tells of them in its own words. */
export interface Person {
  id: string;
  email: string | null;
  verified: boolean;
  given: string;
  family: string;
  login: string;
  picture: string;
}

/** An application as the vendor's console has registered it. */
export interface App {
  client_id: string;
  secret: string;
  redirect_uri: string;
}

/** What a person granted to an application: behind a code first, then behind a token. */
export interface Grant {
  app: App;
  person: Person;
  scopes: readonly string[];
  redirect_uri: string;
  challenge: string | null;
  nonce: string | null;
  /** Everything that the authorization request carried. */
  query: URLSearchParams;
  /** Whether this person consents to this application for the first time. */
  first: boolean;
}

export type Resource = (request: HostRequest, grant: Grant) => HostAnswer;

export interface Vendor {
  authorize: string;
  token: string;
  /** How the vendor lets applications log in at its token endpoint. */
  login: 'basic' | 'body' | 'either';
  /** Scopes that it knows; an unknown one is refused. Absent: it has none and ignores them. */
  scopes?: readonly string[];
  /** It keeps a challenge and demands the verifier. */
  pkce?: true;
  /** What else the authorization request must have; the vendor's complaint, or null. */
  demands?: (query: URLSearchParams) => string | null;
  /** Its refusal at the token endpoint, where it is not RFC 6749's. */
  refusal?: (error: string, text: string) => HostAnswer;
  /** Members of the token answer beside those of RFC 6749; undefined takes one away. */
  tokens?: (grant: Grant, access_token: string) => Record<string, unknown>;
  /** The token answer is a form unless JSON is asked for. */
  form_by_default?: true;
  /** What a token opens, by address without its query. */
  resources?: Readonly<Record<string, Resource>>;
  /** What anybody may read: discovery, keys. */
  open?: Readonly<Record<string, (request: HostRequest) => HostAnswer>>;
  /** How it sends the browser back, where that is no redirect: fields of a form, posted. */
  posts?: (grant: Grant) => Record<string, string>;
}

export const fullName = ({ given, family }: Person): string => `${given} ${family}`;

/** A resource that needs one of these scopes. */
export function scoped(needed: readonly string[], resource: Resource): Resource {
  return (request, grant) =>
    grant.scopes.some((scope) => needed.includes(scope))
      ? resource(request, grant)
      : { status: 403, body: { error: 'insufficient_scope', error_description: `needs ${needed.join(' or ')}` } };
}
