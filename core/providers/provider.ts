// What an external provider is: data, and two pure functions. The flow that uses it is written once, for all of them.
import type { Reach } from '../reach.ts';

/** What the operator said of a provider: SVC_EXTERNAL_<NAME>_… */
export interface ProviderConfig {
  enabled: boolean;
  /** The first of the list, which the redirect flow uses; the others count as audiences of id tokens alone. */
  client_id: string;
  client_ids: readonly string[];
  secret: string;
  redirect_uri: string;
  /** _URL without a slash at its end, '' where it is not set: stands for the hosts of the provider. See `host`. */
  url: string;
  /** _API_URL, in the same form. */
  api_url: string;
  /** An account may be made without an e-mail address. */
  email_optional: boolean;
  /** Where its endpoints may be; everywhere for those that the operator has set. */
  reach?: Reach;
  /** The nonce of ID tokens that an app has got by itself is not compared. */
  skip_nonce_check: boolean;
  /** The provider's own settings, by the names in its file; '' where one is not set. */
  own: Readonly<Record<string, string>>;
}

/** What a provider's settings are where nothing else is said. */
export const NO_CONFIG: ProviderConfig = {
  enabled: true,
  client_id: '',
  client_ids: [],
  secret: '',
  redirect_uri: '',
  url: '',
  api_url: '',
  email_optional: false,
  skip_nonce_check: false,
  own: {},
};

export interface Endpoints {
  authorize: string;
  token: string;
  /** The base of the requests for the user; whatever `user_requests` makes of it. */
  api: string;
}

/** One request for the user, a GET with the access token in `Authorization: Bearer` unless its headers say otherwise. */
export interface UserRequest {
  url: string;
  headers?: Readonly<Record<string, string>>;
}

export type Members = Readonly<Record<string, unknown>>;

/** The answer of the token endpoint, of which these two are known to be texts. */
export type Tokens = Members & { access_token: string; refresh_token?: string };

/** What the provider said of somebody, as it said it. */
export interface Answered {
  tokens: Tokens;
  /** Claims of the id token, verified: signature, issuer, audience, times, at_hash. Null where none came. */
  id_token: Members | null;
  /** The bodies of `user_requests` by its names. */
  answers: Readonly<Record<string, unknown>>;
  /** Parameters of the callback but for state and code: Apple's `user`. */
  callback: Readonly<Record<string, string>>;
}

export interface ProviderEmail {
  email: string;
  verified: boolean;
  primary: boolean;
}

/** Keys of the identity data that applications read; what is empty is left out. */
export interface ProfileData {
  iss?: string;
  name?: string;
  full_name?: string;
  picture?: string;
  avatar_url?: string;
  user_name?: string;
  preferred_username?: string;
  nickname?: string;
  slug?: string;
  given_name?: string;
  family_name?: string;
  middle_name?: string;
  profile?: string;
  website?: string;
  gender?: string;
  birthdate?: string;
  zoneinfo?: string;
  locale?: string;
  phone?: string;
  custom_claims?: Members;
}

export interface Profile {
  /** '' is refused by the flow. */
  subject: string;
  /** Entries without an address are left out by the flow; without one that is primary, the last one is. */
  emails: readonly ProviderEmail[];
  /** The flow adds sub, provider_id, email, email_verified and phone_verified. */
  data: ProfileData;
}

/** What `postern provider test` knows of a provider: it looks before anybody has signed in. */
export interface Vendor {
  /** Where an application is registered, as people click to it. */
  console: string;
  /** The issuer whose discovery document says where everything is. */
  issuer?(config: ProviderConfig): string;
  /** What the token endpoint says to a client that it knows about a code that it does not, beside `invalid_grant`. */
  wrong_code?: readonly string[];
  /** What it says to a client that it does not let in, beside `invalid_client` and `unauthorized_client`. */
  wrong_client?: readonly string[];
  /** It looks at the code first, so that a wrong one says nothing of the secret. */
  code_first?: true;
  /** How the vendor calls client id and secret, where it has others that do not work. */
  credentials?: string;
  /** What can be seen of a secret from here, `claims` where it is a JWT: null where nothing is wrong. */
  look_at_secret?(o: {
    claims: Members | null;
    config: ProviderConfig;
    now: number;
  }): { usable: boolean; says: string } | null;
}

/** A text that this provider alone is told, as SVC_EXTERNAL_<NAME>_<KEY> unless it has names of its own. */
export interface OwnSetting {
  doc: string;
  secret?: true;
  names?: readonly string[];
}

/** What all providers have, whichever protocol they speak. */
interface Common {
  /** The word of requests and settings: that of its file, or `custom:…`. */
  name: string;
  /** How people write it, for docs and the log. */
  title: string;
  vendor?: Vendor;
  /** GET /settings does not list it: a newer way to sign in with a vendor that is listed. */
  unlisted?: true;
  /** What it is told beside what all providers are. */
  settings?: Readonly<Record<string, OwnSetting>>;
  /** Of its own settings those that are further audiences of ID tokens. */
  further_client_ids?: readonly string[];
  /** What becomes of _URL: it stands for the hosts (the usual case), it is ignored, or nothing works without it. */
  url?: 'ignored' | 'required';
  /** The refusal at /authorize where a required _URL is missing. */
  url_missing?: string;
  endpoints(config: ProviderConfig): Endpoints;
  /** Asked one after the other; none where the tokens say it all. */
  user_requests?(o: {
    config: ProviderConfig;
    endpoints: Endpoints;
    tokens: Tokens;
    id_token: Members | null;
  }): Readonly<Record<string, UserRequest>>;
  /** Pure. Throws a sentence without any value of the answer, where the answer is not what the provider's documents say. */
  profile(answered: Answered, config: ProviderConfig): Profile;
}

/** An issuer whose discovery document names its keys, or where the keys themselves are. */
export type KeyPlace = string | { jwks_uri: string; reach: Reach | undefined };

export interface OAuth2Provider extends Common {
  protocol: 'oauth2';
  /** Joined by blanks; '' sends none. */
  scopes: string;
  /** Whether the client's `scopes` are added. */
  extra_scopes: boolean;
  /** Fixed parameters of the authorization URL: Apple's response_mode. They win over what a client forwards. */
  authorize_parameters?: Readonly<Record<string, string>>;
  /** False: no other parameter of the client is forwarded. */
  forwards?: false;
  /** Parameters of the client that the provider knows by another name. */
  renames?: Readonly<Record<string, string>>;
  /**
   * How the client proves itself at the token endpoint: HTTP Basic, or client_id and client_secret in the form; where the
   * provider does not say, Basic and then the form.
   */
  client_auth: 'basic' | 'post' | 'either';
  /** The provider checks a code_challenge (SHA-256), so one is sent. */
  pkce: boolean;
  /** More members of the token request's form. */
  token_parameters?(config: ProviderConfig): Readonly<Record<string, string>>;
  id_token?: {
    /** Without an id token the sign-in fails. */
    required: boolean;
    /** Where the keys of a token that claims `issuer` are; null where that is not accepted. */
    keys_of(issuer: string, config: ProviderConfig): KeyPlace | null;
    /** The provider repeats the nonce of the request in its token, so one is sent and demanded: the token is of this sign-in. */
    nonce?: true;
    /** Further client ids count as audiences here too. */
    every_client_id?: true;
  };
  /** Absent: only the redirect flow signs in. */
  own_tokens?: OwnTokens;
}

/** ID tokens that an app has got by itself, at the vendor's own button, and brings to /token. */
export interface OwnTokens {
  /** The issuer that a refusal names, where the token's is not known. */
  issuer(config: ProviderConfig): string;
  /** The issuer whose discovery document names the keys of a token that claims `issuer`; null where that is not accepted. */
  keys_of(issuer: string, config: ProviderConfig): string | null;
  /** For a vendor with many issuers, of which the token names one: what refusals call the vendor, and whether an issuer is one of its own. */
  several?: { title: string; is(issuer: string): boolean };
  /** Whatever the settings say, the nonce is not compared. */
  skips_nonce?: true;
  /** Where the claims alone mean something else than what the redirect flow is told. */
  profile?(claims: Members, config: ProviderConfig): Profile;
}

export interface OAuth1Provider extends Common {
  protocol: 'oauth1';
  /** Where a request token is asked for; `token` is where it is changed for an access token. */
  request_token(config: ProviderConfig): string;
}

export type Provider = OAuth2Provider | OAuth1Provider;

/** What the file of a provider holds: its name is the file's. */
export type OAuth2 = Omit<OAuth2Provider, 'name'>;
export type OAuth1 = Omit<OAuth1Provider, 'name'>;

/** Whether the ID tokens of an issuer are this provider's. */
export function isIssuer({ keys_of, several }: OwnTokens, issuer: string, config: ProviderConfig): boolean {
  return issuer !== '' && (several?.is(issuer) || keys_of(issuer, config) !== null);
}

/** The operator's _URL, else the provider's own: scheme and host, and a path where that is part of what _URL replaces. */
export function host({ url }: ProviderConfig, standard: string): string {
  return url || standard;
}

/** A member of what somebody else answered; undefined where it is no object, or has none of that name. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(
    (found: unknown, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name) ? (found as Members)[name] : undefined,
    value,
  );
}

/** Whether a number is still the one that was written: a larger one may have been rounded to somebody else's. */
export function fitsDouble(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** A text, or a number as text; '' where it is neither. */
export function text(value: unknown): string {
  if (typeof value === 'number') return fitsDouble(value) ? String(value) : '';
  return typeof value === 'string' ? value : '';
}

/** The entries of a list; none where it is no list. */
export function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** How a vendor says that it has verified an address. */
export interface Verification {
  /** The claims that say so. */
  by?: readonly string[];
  /** The vendor verifies every address that it gives, and sends no claim. */
  always?: boolean;
}

const OPENID_CLAIM = 'email_verified';

/**
 * Returns true if a document says that the address in it is verified. Only `true` and the text "true" say so. Any other value denies
 * it, in the vendor's own claim and in that of OpenID Connect. A missing claim verifies nothing, unless the vendor always verifies.
 */
export function isVerified(document: unknown, { by = [OPENID_CLAIM], always = false }: Verification = {}): boolean {
  const valuesOf = (claims: readonly string[]): readonly unknown[] =>
    claims.map((claim) => member(document, claim)).filter((value) => value !== undefined);
  const all_say_so = valuesOf([...by, OPENID_CLAIM]).every((value) => value === true || value === 'true');
  return all_say_so && (always || valuesOf(by).length > 0);
}

/** The one address in a document, as verified as the same document says; none where it is empty. */
export function emailOf(
  document: unknown,
  { name = 'email', ...verification }: Verification & { name?: string } = {},
): readonly ProviderEmail[] {
  const email = text(member(document, name));
  return email === '' ? [] : [{ email, verified: isVerified(document, verification), primary: true }];
}
