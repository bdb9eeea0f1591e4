// External identity providers by name, anonymous users, and flows.
import { bool, duration, int, list, map, networks, type Row, text, url } from '../row.ts';

/** The eighteen that clients know, in the order of GET /settings. */
export const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'linkedin',
  'notion',
  'slack',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
] as const;

/** Newer ones, which GET /settings does not list: clients expect exactly the eighteen there. */
const UNLISTED = ['linkedin_oidc', 'slack_oidc'] as const;
export type ProviderName = (typeof PROVIDERS | typeof UNLISTED)[number];

export const ALL_PROVIDERS: readonly ProviderName[] = [...PROVIDERS, ...UNLISTED];

interface ProviderRows {
  enabled: Row<boolean>;
  client_id: Row<readonly string[]>;
  secret: Row<string>;
  redirect_uri: Row<string>;
  url: Row<string>;
  api_url: Row<string>;
  email_optional: Row<boolean>;
  skip_nonce_check: Row<boolean>;
}

/** Without one of these a provider that is enabled cannot be used. */
export const PROVIDER_PARTS = ['client_id', 'secret', 'redirect_uri'] as const;

const rowsOf = (name: ProviderName): ProviderRows => ({
  enabled: bool(false, `Sign-in with ${name}.`),
  client_id: list([], `Client id at ${name}; of several, further audiences of its ID tokens, the first is used.`),
  secret: text('', `Client secret at ${name}.`, { secret: true }),
  redirect_uri: url(`Where ${name} sends people back: this server's /callback, as registered there.`, { safe: true }),
  url: url(`Stands for the hosts of ${name}: an instance of one's own, or a tenant.`, { safe: true }),
  api_url: url(`Base of the requests for the user at ${name}, where it does not follow from _URL.`, { safe: true }),
  skip_nonce_check: bool(false, `ID tokens of ${name} are taken without comparing their nonce.`),
  email_optional: bool(false, `Whom ${name} tells no e-mail address of may sign in all the same.`),
});

type Rows<Part extends keyof ProviderRows> = { [N in ProviderName as `external_${N}_${Part}`]: ProviderRows[Part] };
type ProviderTable = Rows<'enabled'> &
  Rows<'client_id'> &
  Rows<'secret'> &
  Rows<'redirect_uri'> &
  Rows<'url'> &
  Rows<'api_url'> &
  Rows<'email_optional'> &
  Rows<'skip_nonce_check'>;

const PROVIDER_ROWS = Object.fromEntries(
  ALL_PROVIDERS.flatMap((name) =>
    Object.entries(rowsOf(name)).map(([part, row]) => [`external_${name}_${part}`, row] as const),
  ),
) as unknown as ProviderTable;

export const EXTERNAL = {
  external_anonymous_users_enabled: bool(false, 'Sign-up without address.'),
  external_flow_state_expiry_duration: duration(300, 'Life of a PKCE or provider flow; at least 300 s.'),
  external_redirecturl: url('Where every provider sign-in leads, whatever `redirect_to` says.', { any_scheme: true }),
  external_oidc_provider_cache_ttl: duration(
    3600,
    'How long keys of a provider are used before they are asked for again.',
  ),
  external_ios_bundle_id: text('', 'Bundle id of an iOS app: one more audience of ID tokens of apple.'),
  external_allowed_id_token_issuers: list(
    ['https://appleid.apple.com', 'https://accounts.google.com'],
    'Issuers without a provider of their own here whose ID tokens sign in, where a request names one with its `client_id`.',
  ),
  external_allowed_id_token_audiences: list(
    [],
    'Client ids that such a request may name; empty: any, so that every application of those issuers can sign its users in.',
    { default_text: 'any' },
  ),
  external_id_token_linking_enabled: bool(
    true,
    'Users may link an identity with an ID token, whatever the next row says.',
  ),
  external_id_token_reuse_enabled: bool(false, 'An ID token may sign in more than once.'),
  experimental_provider_linking_domains: map(
    'Domains of providers: an identity finds accounts by its address only within its own. Those that are not named share one ' +
      'with accounts by e-mail.',
    { between: '=' },
  ),
  experimental_providers_with_own_linking_domain: list([], 'Providers that have such a domain each for itself.', {
    deprecated: 'SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS says the same',
  }),
  security_manual_linking_enabled: bool(false, 'Users may link and unlink identities by themselves.'),
  custom_oauth_enabled: bool(true, 'Sign-in with the providers that administrators have added, and adding them.'),
  custom_oauth_max_providers: int(0, 'How many such providers there may be; 0: any number.', { min: 0 }),
  custom_oauth_external_url: url(
    "Where such providers send people back to, without /callback; default: this server's URL.",
    {
      safe: true,
      default_text: '`SVC_API_EXTERNAL_URL`',
    },
  ),
  custom_oauth_allowed_networks: networks(
    'Private networks that such a provider may be in, as `10.2.0.0/16,fd12::/16`; without it, in none.',
  ),
  ...PROVIDER_ROWS,
} as const;
