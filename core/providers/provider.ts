// Definition of an external provider: data and two pure functions. The flow is implemented once for all providers.
import type { Reach } from '../reach.ts';

/** Settings of a provider: SVC_EXTERNAL_<NAME>_… */
export interface ProviderConfig {
  enabled: boolean;
  /** The first id of the list, used by the redirect flow. The others are accepted as audiences of ID tokens only. */
  client_id: string;
  client_ids: readonly string[];
  secret: string;
  redirect_uri: string;
  /** The _URL setting without a trailing slash, '' if not set. Replaces the hosts of the provider, see `host`. */
  url: string;
  /** The _API_URL setting, in the same form. */
  api_url: string;
  /** True if an account may be created without an e-mail address. */
  email_optional: boolean;
  /** Allowed locations of the endpoints. Absent for endpoints that the operator configured. */
  reach?: Reach;
  /** True to skip the nonce of ID tokens that an app obtained itself. */
  skip_nonce_check: boolean;
  /** Settings that only this provider has, by the names in its file; '' if not set. */
  own: Readonly<Record<string, string>>;
}

/** The settings of a provider that is not configured. */
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
  /** Base URL of the API that returns the user's profile. */
  api: string;
}

/** A GET request for the user. The access token is sent as `Authorization: Bearer` unless the headers differ. */
export interface UserRequest {
  url: string;
  headers?: Readonly<Record<string, string>>;
}

export type Members = Readonly<Record<string, unknown>>;

/** The answer of the token endpoint. These two members are validated as texts. */
export type Tokens = Members & { access_token: string; refresh_token?: string };

/** Everything the provider returned about a user. */
export interface Answered {
  tokens: Tokens;
  /** Verified claims of the ID token: signature, issuer, audience, times, at_hash. Null if there was none. */
  id_token: Members | null;
  /** The bodies of `user_requests`, by its names. */
  answers: Readonly<Record<string, unknown>>;
  /** Parameters of the callback except state and code, such as Apple's `user`. */
  callback: Readonly<Record<string, string>>;
}

export interface ProviderEmail {
  email: string;
  verified: boolean;
  primary: boolean;
}

/** Members of the identity data that applications read. Empty ones are left out. */
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
  /** Subject identifier. The flow refuses ''. */
  subject: string;
  /** Entries without an address are ignored. If none is marked primary, the last one is. */
  emails: readonly ProviderEmail[];
  /** The flow adds sub, provider_id, email, email_verified and phone_verified. */
  data: ProfileData;
}

/** Facts for `postern provider test`, which runs before anybody has signed in. */
export interface Vendor {
  /** Place in the vendor's console where an application is registered, as a click path. */
  console: string;
  /** Issuer whose discovery document lists the endpoints. */
  issuer?(config: ProviderConfig): string;
  /** Errors of the token endpoint for a known client with an unknown code, besides `invalid_grant`. */
  wrong_code?: readonly string[];
  /** Errors for a rejected client, besides `invalid_client` and `unauthorized_client`. */
  wrong_client?: readonly string[];
  /** The code is checked before the secret, so an error about the code does not prove the secret. */
  code_first?: true;
  /** Vendor's names for client id and secret, if it has other credentials that do not work. */
  credentials?: string;
  /** Checks a secret locally (`claims` if it is a JWT). Returns what is wrong, or null. */
  look_at_secret?(o: {
    claims: Members | null;
    config: ProviderConfig;
    now: number;
  }): { usable: boolean; says: string } | null;
}

/** A setting that only this provider has. Its variable is SVC_EXTERNAL_<NAME>_<KEY>, or one of `names`. */
export interface OwnSetting {
  doc: string;
  secret?: true;
  names?: readonly string[];
}

/** Members of all providers, whatever their protocol. */
interface Common {
  /** Name in requests and settings: the file's name, or `custom:…`. */
  name: string;
  /** Display name for documents and the log. */
  title: string;
  vendor?: Vendor;
  /** Not listed in GET /settings: a newer way to sign in with a vendor that is listed. */
  unlisted?: true;
  /** Settings that only this provider has. */
  settings?: Readonly<Record<string, OwnSetting>>;
  /** The own settings that are additional audiences of ID tokens. */
  further_client_ids?: readonly string[];
  /** Meaning of _URL: it replaces the hosts (default), is ignored, or is required. */
  url?: 'ignored' | 'required';
  /** Error text at /authorize if a required _URL is missing. */
  url_missing?: string;
  endpoints(config: ProviderConfig): Endpoints;
  /** Requests for the user, sent in order. Absent if the tokens contain everything. */
  user_requests?(o: {
    config: ProviderConfig;
    endpoints: Endpoints;
    tokens: Tokens;
    id_token: Members | null;
  }): Readonly<Record<string, UserRequest>>;
  /**
   * Maps the answer to a profile. Pure. Throws an error without any value of the answer if the answer violates the
   * provider's documentation.
   */
  profile(answered: Answered, config: ProviderConfig): Profile;
}

/** An issuer whose discovery document names its keys, or the location of the keys. */
export type KeyPlace = string | { jwks_uri: string; reach: Reach | undefined };

export interface OAuth2Provider extends Common {
  protocol: 'oauth2';
  /** Space-separated; '' sends none. */
  scopes: string;
  /** True if the client's `scopes` are added. */
  extra_scopes: boolean;
  /** Fixed parameters of the authorization URL, such as Apple's response_mode. They override forwarded ones. */
  authorize_parameters?: Readonly<Record<string, string>>;
  /** False: forward no other parameter of the client. */
  forwards?: false;
  /** Client parameters that the provider calls by another name. */
  renames?: Readonly<Record<string, string>>;
  /**
   * Client authentication at the token endpoint: HTTP Basic, or client_id and client_secret in the form. For providers
   * that do not specify it: Basic, then the form.
   */
  client_auth: 'basic' | 'post' | 'either';
  /** True if the provider verifies a code_challenge (SHA-256), so that one is sent. */
  pkce: boolean;
  /** Additional members of the token request. */
  token_parameters?(config: ProviderConfig): Readonly<Record<string, string>>;
  id_token?: {
    /** True if a sign-in without an ID token fails. */
    required: boolean;
    /** Returns the location of the keys for a token that claims `issuer`; null if the issuer is not accepted. */
    keys_of(issuer: string, config: ProviderConfig): KeyPlace | null;
    /**
     * True if the provider repeats the request's nonce in the token. One is sent and required, which binds the token to
     * this sign-in.
     */
    nonce?: true;
    /** True if additional client ids are accepted as audiences here too. */
    every_client_id?: true;
  };
  /** Absent: only the redirect flow signs in. */
  own_tokens?: OwnTokens;
}

/** ID tokens that an app obtained itself, with the vendor's own button, and sends to /token. */
export interface OwnTokens {
  /** Issuer named in errors if the token's is unknown. */
  issuer(config: ProviderConfig): string;
  /**
   * Returns the issuer whose discovery document names the keys of a token that claims `issuer`; null if it is not
   * accepted.
   */
  keys_of(issuer: string, config: ProviderConfig): string | null;
  /** For a vendor with many issuers: its name in errors, and whether an issuer is one of its own. */
  several?: { title: string; is(issuer: string): boolean };
  /** True if the nonce is never compared, whatever the settings say. */
  skips_nonce?: true;
  /** Mapping for the claims alone, if they differ from the redirect flow's. */
  profile?(claims: Members, config: ProviderConfig): Profile;
}

export interface OAuth1Provider extends Common {
  protocol: 'oauth1';
  /** Endpoint for request tokens. `token` exchanges one for an access token (OAuth 1.0a). */
  request_token(config: ProviderConfig): string;
}

export type Provider = OAuth2Provider | OAuth1Provider;

/** Content of a provider file. The name is the file's. */
export type OAuth2 = Omit<OAuth2Provider, 'name'>;
export type OAuth1 = Omit<OAuth1Provider, 'name'>;

/** Returns true if ID tokens of an issuer belong to this provider. */
export function isIssuer({ keys_of, several }: OwnTokens, issuer: string, config: ProviderConfig): boolean {
  return issuer !== '' && (several?.is(issuer) || keys_of(issuer, config) !== null);
}

/** Returns the operator's _URL, or the provider's own: scheme and host, and a path if _URL replaces it too. */
export function host({ url }: ProviderConfig, standard: string): string {
  return url || standard;
}

/** Returns a member of a foreign answer; undefined if the value is no object or lacks the member. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(
    (found: unknown, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name) ? (found as Members)[name] : undefined,
    value,
  );
}

/** Returns true if a number is exact. A larger one may have been rounded to another user's id. */
export function fitsDouble(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Returns a text, or a number as text; '' for anything else. */
export function text(value: unknown): string {
  if (typeof value === 'number') return fitsDouble(value) ? String(value) : '';
  return typeof value === 'string' ? value : '';
}

/** Returns the entries of a list; none for anything else. */
export function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A vendor's mark for a verified address. */
export interface Verification {
  /** Claims that mark the address as verified. */
  by?: readonly string[];
  /** True if the vendor verifies every address and sends no claim. */
  always?: boolean;
}

const OPENID_CLAIM = 'email_verified';

/**
 * Returns true if a document marks its address as verified. Only `true` and "true" do. Any other value of the vendor's
 * claim or of `email_verified` means unverified. Without a claim, an address is verified only if the vendor always
 * verifies.
 */
export function isVerified(document: unknown, { by = [OPENID_CLAIM], always = false }: Verification = {}): boolean {
  const valuesOf = (claims: readonly string[]): readonly unknown[] =>
    claims.map((claim) => member(document, claim)).filter((value) => value !== undefined);
  const all_say_so = valuesOf([...by, OPENID_CLAIM]).every((value) => value === true || value === 'true');
  return all_say_so && (always || valuesOf(by).length > 0);
}

/** Returns the one address of a document with its verification from the same document; none if it is empty. */
export function emailOf(
  document: unknown,
  { name = 'email', ...verification }: Verification & { name?: string } = {},
): readonly ProviderEmail[] {
  const email = text(member(document, name));
  return email === '' ? [] : [{ email, verified: isVerified(document, verification), primary: true }];
}
