// Types of an external provider: data, and functions without side effects. The flow is implemented once per protocol
// (gateway/providers/oauth1.ts and oauth2.ts).
import type { NetworkRestriction } from '../reach.ts';

/** Settings of a provider (SVC_EXTERNAL_<NAME>_…). */
export interface ProviderConfig {
  enabled: boolean;
  /**
   * First client id of the setting, which the redirect flow uses. Further client ids are only accepted as audiences of
   * ID tokens.
   */
  client_id: string;
  client_ids: readonly string[];
  secret: string;
  redirect_uri: string;
  /**
   * The _URL setting without a trailing slash; '' if not set. Each provider's definition decides which hosts it
   * replaces.
   */
  url: string;
  /** The _API_URL setting without a trailing slash; '' if not set. */
  api_url: string;
  /** True if an account may be created without an e-mail address. */
  email_optional: boolean;
  /** Networks in which the endpoints may be. Absent if the operator configured the endpoints. */
  reach?: NetworkRestriction;
  /** True to skip the nonce check of ID tokens that an app obtained itself. */
  skip_nonce_check: boolean;
  /** Settings that only this provider has, by name; '' if not set. */
  own: Readonly<Record<string, string>>;
}

/** Default settings, for custom providers and for ID tokens of issuers that no provider has. */
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

/**
 * A GET request for the profile. The access token is sent as `Authorization: Bearer`, unless `headers` replaces this
 * header.
 */
export interface UserRequest {
  url: string;
  headers?: Readonly<Record<string, string>>;
}

export type Members = Readonly<Record<string, unknown>>;

/** Response of the token endpoint. These two members have been validated as texts. */
export type Tokens = Members & { access_token: string; refresh_token?: string };

/** Everything that the provider returned about a user. */
export interface ProviderResponses {
  tokens: Tokens;
  /** Verified claims of the ID token; null if there was none. */
  id_token: Members | null;
  /** Response bodies of `user_requests`, by name. */
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
  /** Subject identifier. The flow rejects ''. */
  subject: string;
  /** Entries without an address are ignored. If none is marked primary, the last one is. */
  emails: readonly ProviderEmail[];
  /** Identity data. The flow adds sub, provider_id, email, email_verified and phone_verified. */
  data: ProfileData;
}

/** Properties of the vendor for `postern provider test`, which needs no sign-in of a user. */
export interface Vendor {
  /** Click path to the registration of an application in the vendor's console. */
  console: string;
  /** Returns the issuer whose discovery document lists the endpoints. */
  issuer?(config: ProviderConfig): string;
  /** Error codes of the token endpoint for a valid client with an invalid code, in addition to `invalid_grant`. */
  wrong_code?: readonly string[];
  /** Error codes for an invalid client, in addition to `invalid_client` and `unauthorized_client`. */
  wrong_client?: readonly string[];
  /**
   * True if the vendor checks the code before the secret. An error about the code then does not show that the secret is
   * right.
   */
  code_first?: true;
  /**
   * The vendor's names for client id and secret. Set if the vendor also has other credentials, which do not work
   * here.
   */
  credentials?: string;
  /**
   * Checks a secret without a request; `claims` is set if it is a JWT. Returns a message and whether the secret is
   * usable; null if there is nothing to report.
   */
  check_secret?(o: {
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

/** Members of all providers, independent of the protocol. */
interface CommonProvider {
  /** Name in requests and settings: the file name, or `custom:…`. */
  name: string;
  /** Name that documents and the log show. */
  title: string;
  vendor?: Vendor;
  /** True if GET /settings omits this provider, because the vendor's older sign-in is already listed there. */
  unlisted?: true;
  /** Settings that only this provider has. */
  settings?: Readonly<Record<string, OwnSetting>>;
  /** Names of settings with additional audiences of ID tokens. */
  further_client_ids?: readonly string[];
  /** Set if the provider ignores the _URL setting or requires it. By default the setting is optional. */
  url?: 'ignored' | 'required';
  /** Error text at /authorize if a required _URL is missing. */
  url_missing?: string;
  endpoints(config: ProviderConfig): Endpoints;
  /** Returns the requests for the profile, sent in order. Absent if the tokens contain the whole profile. */
  user_requests?(o: {
    config: ProviderConfig;
    endpoints: Endpoints;
    tokens: Tokens;
    id_token: Members | null;
  }): Readonly<Record<string, UserRequest>>;
  /**
   * Converts the responses to a profile. Throws an error that contains no value of a response if they violate the
   * provider's documentation.
   */
  profile(answered: ProviderResponses, config: ProviderConfig): Profile;
}

/** Location of a key set: an issuer whose discovery document contains the URL, or the URL itself. */
export type KeySetLocation = string | { jwks_uri: string; reach: NetworkRestriction | undefined };

export interface OAuth2Provider extends CommonProvider {
  protocol: 'oauth2';
  /** Space-separated scopes; '' sends none. */
  scopes: string;
  /** True if `scopes` of the client's request are added. */
  extra_scopes: boolean;
  /**
   * Fixed parameters of the authorization URL, such as Apple's response_mode. They override parameters of the client.
   */
  authorize_parameters?: Readonly<Record<string, string>>;
  /** False if other parameters of the client are not forwarded. */
  forwards?: false;
  /** Client parameters that have another name at the provider, with that name. */
  renames?: Readonly<Record<string, string>>;
  /**
   * Client authentication at the token endpoint: `basic` for HTTP Basic, `post` for the form, `either` to try Basic
   * and then the form.
   */
  client_auth: 'basic' | 'post' | 'either';
  /** True if the provider supports PKCE with SHA-256, so that a code_challenge is sent. */
  pkce: boolean;
  /** Returns additional parameters of the token request. */
  token_parameters?(config: ProviderConfig): Readonly<Record<string, string>>;
  id_token?: {
    /** True if a sign-in requires an ID token. */
    required: boolean;
    /** Returns the location of the key set for a token that claims `issuer`; null if the issuer is not accepted. */
    keys_of(issuer: string, config: ProviderConfig): KeySetLocation | null;
    /**
     * True if the provider returns the request's nonce in the token. A nonce is then sent and required, which binds
     * the token to this sign-in.
     */
    nonce?: true;
    /** True if additional client ids are accepted as audiences in the redirect flow too. */
    every_client_id?: true;
  };
  /** Absent if only the redirect flow can sign in. */
  id_token_rules?: IdTokenRules;
}

/** Rules for ID tokens that an app obtained itself, with the vendor's own button, and sends to /token. */
export interface IdTokenRules {
  /** Returns the issuer that the error for a disabled provider names. Not called if `several` is set. */
  issuer(config: ProviderConfig): string;
  /**
   * Returns the issuer whose discovery document names the key set for a token that claims `issuer`; null if it is not
   * accepted.
   */
  keys_of(issuer: string, config: ProviderConfig): string | null;
  /** For a vendor with many issuers: the vendor's name for errors, and a function that recognizes the issuers. */
  several?: { title: string; is(issuer: string): boolean };
  /** True if the nonce is never compared, whatever the settings. */
  skips_nonce?: true;
  /** Converts the claims to a profile, if this differs from the redirect flow. */
  profile?(claims: Members, config: ProviderConfig): Profile;
}

export interface OAuth1Provider extends CommonProvider {
  protocol: 'oauth1';
  /** Returns the endpoint for request tokens (OAuth 1.0a). The endpoint `token` exchanges one for an access token. */
  request_token(config: ProviderConfig): string;
}

export type Provider = OAuth2Provider | OAuth1Provider;

/** Definitions in provider files. The name of the file is the name of the provider. */
export type OAuth2Definition = Omit<OAuth2Provider, 'name'>;
export type OAuth1Definition = Omit<OAuth1Provider, 'name'>;

/** Returns true if an issuer belongs to this provider. */
export function isIssuer({ keys_of, several }: IdTokenRules, issuer: string, config: ProviderConfig): boolean {
  return issuer !== '' && (several?.is(issuer) || keys_of(issuer, config) !== null);
}

/** Returns the _URL setting, or the provider's own host. */
export function hostOrDefault({ url }: ProviderConfig, standard: string): string {
  return url || standard;
}

/** Returns a member of an untrusted value by its path; undefined if it is missing or a parent is no object. */
export function readMember(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(
    (found: unknown, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name) ? (found as Members)[name] : undefined,
    value,
  );
}

/** Returns true if an integer is exact. A larger one may have been rounded to another user's id. */
export function isExactNumber(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Returns a text, or an exact number as text; '' for anything else. */
export function textOrEmpty(value: unknown): string {
  if (typeof value === 'number') return isExactNumber(value) ? String(value) : '';
  return typeof value === 'string' ? value : '';
}

/** Returns a list; an empty one for anything else. */
export function listOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The claims by which a vendor marks an address as verified. */
export interface VerificationClaims {
  /** Names of the claims that mark the address as verified. */
  by?: readonly string[];
  /** True if the vendor verifies every address and sends no claim. */
  always?: boolean;
}

const OPENID_CLAIM = 'email_verified';

/**
 * Returns true if the address of a document is verified. Every present claim of `by`, and email_verified if present,
 * must be `true` or "true". If no claim of `by` is present, the address is verified only with `always`.
 */
export function isVerified(
  document: unknown,
  { by = [OPENID_CLAIM], always = false }: VerificationClaims = {},
): boolean {
  const valuesOf = (claims: readonly string[]): readonly unknown[] =>
    claims.map((claim) => readMember(document, claim)).filter((value) => value !== undefined);
  const all_say_so = valuesOf([...by, OPENID_CLAIM]).every((value) => value === true || value === 'true');
  return all_say_so && (always || valuesOf(by).length > 0);
}

/** Returns the address of a document with its verification from the same document; an empty list if there is none. */
export function readProviderEmail(
  document: unknown,
  { name = 'email', ...verification }: VerificationClaims & { name?: string } = {},
): readonly ProviderEmail[] {
  const email = textOrEmpty(readMember(document, name));
  return email === '' ? [] : [{ email, verified: isVerified(document, verification), primary: true }];
}
