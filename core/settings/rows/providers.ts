// External identity providers, each with the same rows and those of its file, anonymous users, and flows.
import type { Provider } from '../../providers/provider.ts';
import { PROVIDERS } from '../../providers/registry.ts';
import { bool, duration, int, list, map, networks, type Row, text, url } from '../row.ts';

/** What every provider is told. */
type ProviderRows = {
  enabled: Row<boolean>;
  client_id: Row<readonly string[]>;
  secret: Row<string>;
  redirect_uri: Row<string>;
  url: Row<string>;
  api_url: Row<string>;
  skip_nonce_check: Row<boolean>;
  email_optional: Row<boolean>;
};
export type ProviderParts = { [Part in keyof ProviderRows]: ProviderRows[Part] extends Row<infer T> ? T : never };

/** Without one of these a provider that is enabled cannot be used. */
export const PROVIDER_PARTS = ['client_id', 'secret', 'redirect_uri'] as const;

/** The rows of a provider, called `name` in what they say. */
export const providerRows = (name: string): ProviderRows => ({
  enabled: bool(false, `Sign-in with ${name}.`),
  client_id: list([], `Client id at ${name}; of several, further audiences of its ID tokens, the first is used.`),
  secret: text('', `Client secret at ${name}.`, { secret: true }),
  redirect_uri: url(`Where ${name} sends people back: this server's /callback, as registered there.`, { safe: true }),
  url: url(`Stands for the hosts of ${name}: an instance of one's own, or a tenant.`, { safe: true }),
  api_url: url(`Base of the requests for the user at ${name}, where it does not follow from _URL.`, { safe: true }),
  skip_nonce_check: bool(false, `ID tokens of ${name} are taken without comparing their nonce.`),
  email_optional: bool(false, `Whom ${name} tells no e-mail address of may sign in all the same.`),
});

/** The rows that a provider alone has, by the names in its file. */
const ownRows = ({ settings = {} }: Provider): Readonly<Record<string, Row<string>>> =>
  Object.fromEntries(Object.entries(settings).map(([part, { doc, ...more }]) => [part, text('', doc, more)]));

/** The name of a setting of a provider. */
export const providerKey = (name: string, part: string): string => `external_${name}_${part}`;

type Named = readonly [key: string, row: Row<unknown>];
const named = (name: string, rows: object): readonly Named[] =>
  Object.entries(rows).map(([part, row]) => [providerKey(name, part), row as Row<unknown>]);

/** The settings that single providers have. */
export const OWN_ROWS: readonly Named[] = [...PROVIDERS.values()].flatMap((one) => named(one.name, ownRows(one)));

/** The settings of all providers. */
export const PROVIDER_ROWS: readonly Named[] = [
  ...OWN_ROWS,
  ...[...PROVIDERS.keys()].flatMap((name) => named(name, providerRows(name))),
];

export const EXTERNAL = {
  external_anonymous_users_enabled: bool(false, 'Sign-up without address.'),
  external_flow_state_expiry_duration: duration(300, 'Life of a PKCE or provider flow; at least 300 s.'),
  external_redirecturl: url('Where every provider sign-in leads, whatever `redirect_to` says.', { any_scheme: true }),
  external_oidc_provider_cache_ttl: duration(
    3600,
    'How long keys of a provider are used before they are asked for again.',
  ),
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
  security_manual_linking_require_pkce: bool(
    false,
    'Linking an identity requires a code challenge (PKCE), which users without an e-mail address always need. It prevents a stranger from ' +
      'sending the address of a link and getting the identity of the person who opens it.',
  ),
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
} as const;
