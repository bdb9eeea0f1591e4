// Settings of external identity providers, anonymous users and flows. Each provider has the common rows and those of
// its file.
import type { Provider } from '../../providers/provider.ts';
import { PROVIDERS } from '../../providers/registry.ts';
import { bool, duration, int, list, map, networks, type Row, text, url } from '../row.ts';

/** Rows that every provider has. */
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

/** Settings that every enabled provider must have. */
export const PROVIDER_PARTS = ['client_id', 'secret', 'redirect_uri'] as const;

/** Returns the common rows of a provider, with its name in their descriptions. */
export const providerRows = (name: string): ProviderRows => ({
  enabled: bool(false, `Sign-in with ${name}.`),
  client_id: list(
    [],
    `Client id at ${name}; of several, the first is used and all are accepted audiences of its ID tokens.`,
  ),
  secret: text('', `Client secret at ${name}.`, { secret: true }),
  redirect_uri: url(`URL to which ${name} returns browsers: this server's /callback, as registered there.`, {
    safe: true,
  }),
  url: url(`Replaces the hosts of ${name}, for an instance of your own or a tenant.`, { safe: true }),
  api_url: url(`Base URL of the user info requests at ${name}, if it does not follow from _URL.`, { safe: true }),
  skip_nonce_check: bool(false, `Accept ID tokens of ${name} without comparing their nonce.`),
  email_optional: bool(false, `Allow sign-ins for which ${name} discloses no e-mail address.`),
});

/** Returns the rows of a provider's own file. */
const ownRows = ({ settings = {} }: Provider): Readonly<Record<string, Row<string>>> =>
  Object.fromEntries(Object.entries(settings).map(([part, { doc, ...more }]) => [part, text('', doc, more)]));

/** Returns the key of a provider's setting. */
export const providerKey = (name: string, part: string): string => `external_${name}_${part}`;

type NamedRow = readonly [key: string, row: Row<unknown>];
const named = (name: string, rows: object): readonly NamedRow[] =>
  Object.entries(rows).map(([part, row]) => [providerKey(name, part), row as Row<unknown>]);

/** Settings from the providers' own files. */
export const PROVIDER_SPECIFIC_ROWS: readonly NamedRow[] = [...PROVIDERS.values()].flatMap((one) =>
  named(one.name, ownRows(one)),
);

/** The settings of all providers. */
export const PROVIDER_ROWS: readonly NamedRow[] = [
  ...PROVIDER_SPECIFIC_ROWS,
  ...[...PROVIDERS.keys()].flatMap((name) => named(name, providerRows(name))),
];

export const EXTERNAL = {
  external_anonymous_users_enabled: bool(false, 'Sign-up without address.'),
  external_flow_state_expiry_duration: duration(300, 'Lifetime of a PKCE or provider flow; at least 300 s.'),
  external_redirecturl: url('Target of every provider sign-in; overrides `redirect_to`.', { any_scheme: true }),
  external_oidc_provider_cache_ttl: duration(3600, 'Time for which the keys of a provider are cached.'),
  external_allowed_id_token_issuers: list(
    ['https://appleid.apple.com', 'https://accounts.google.com'],
    'Issuers without a configured provider whose ID tokens are accepted, if the request names the issuer and its `client_id`.',
  ),
  external_allowed_id_token_audiences: list(
    [],
    'Client ids that such a request may name. Empty: any, so every application of these issuers can sign its users in.',
    { default_text: 'any' },
  ),
  external_id_token_linking_enabled: bool(
    true,
    'Users may link an identity with an ID token, independently of SVC_SECURITY_MANUAL_LINKING_ENABLED.',
  ),
  external_id_token_reuse_enabled: bool(false, 'An ID token may be used for more than one sign-in.'),
  experimental_provider_linking_domains: map(
    'Linking domains of providers: an identity finds accounts by its address only within its own domain. Unlisted providers ' +
      'share one domain with e-mail accounts.',
    { between: '=' },
  ),
  experimental_providers_with_own_linking_domain: list([], 'Providers that each have a linking domain of their own.', {
    deprecated: 'use SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS',
  }),
  external_kept_tokens: list(
    [],
    'Providers whose tokens are kept, sealed, and renewed for `GET /user/identities/{identity_id}/token`: names such as `google`, or `custom:acme`.',
  ),
  experimental_create_email_identity_on_password_set_enabled: bool(
    false,
    'If a user who has only identities of providers sets a password, the user gets an `email` identity, so that the others can be unlinked.',
  ),
  security_manual_linking_enabled: bool(false, 'Users may link and unlink identities.'),
  security_manual_linking_require_pkce: bool(
    false,
    'Linking an identity requires a code challenge (PKCE), which users without an e-mail address and providers in ' +
      'EXTERNAL_KEPT_TOKENS always need. Without it, an attacker could send a victim the URL of a pending link, and the identity of the victim would be linked to the account of the attacker.',
  ),
  custom_oauth_enabled: bool(true, 'Enable custom providers: adding them, and sign-in with them.'),
  custom_oauth_max_providers: int(0, 'Maximum number of such providers; 0: unlimited.', { min: 0 }),
  custom_oauth_external_url: url(
    "URL to which such providers return browsers, without /callback; default: this server's URL.",
    {
      safe: true,
      default_text: '`SVC_API_EXTERNAL_URL`',
    },
  ),
  custom_oauth_allowed_networks: networks(
    'Private networks in which such a provider may be, such as `10.2.0.0/16,fd12::/16`; empty: none.',
  ),
} as const;
