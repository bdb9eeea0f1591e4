// External identity providers by name, anonymous users, and flows.
import { bool, duration, int, list, networks, type Row, text, url } from '../row.ts';

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
  email_optional: Row<boolean>;
}

/** Without one of these a provider that is enabled cannot be used. */
export const PROVIDER_PARTS = ['client_id', 'secret', 'redirect_uri'] as const;

const rowsOf = (name: ProviderName): ProviderRows => ({
  enabled: bool(false, `Sign-in with ${name}.`),
  client_id: list([], `Client id at ${name}; of several, further audiences of its ID tokens, the first is used.`),
  secret: text('', `Client secret at ${name}.`, { secret: true }),
  redirect_uri: url(`Where ${name} sends people back: this server's /callback, as registered there.`, { safe: true }),
  url: url(`Stands for the hosts of ${name}: an instance of one's own, or a tenant.`, { safe: true }),
  email_optional: bool(false, `Whom ${name} tells no e-mail address of may sign in all the same.`),
});

type Rows<Part extends keyof ProviderRows> = { [N in ProviderName as `external_${N}_${Part}`]: ProviderRows[Part] };
type ProviderTable = Rows<'enabled'> &
  Rows<'client_id'> &
  Rows<'secret'> &
  Rows<'redirect_uri'> &
  Rows<'url'> &
  Rows<'email_optional'>;

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
