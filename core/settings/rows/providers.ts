// Settings of external identity providers, and the families of settings whose subsystem is not part of this release.
import { bool, duration, list, type Row, text } from '../row.ts';

/** The eighteen, in the order of GET /settings. */
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
export type Provider = (typeof PROVIDERS)[number];

const unbuilt = { built: false } as const;

const OF_PROVIDER = {
  enabled: (name: string) => bool(false, `Sign-in with ${name}.`, unbuilt),
  client_id: (name: string) => list([], `Client ids at ${name}; the first is used in redirects.`, unbuilt),
  secret: (name: string) => text('', `Client secret at ${name}.`, { secret: true, ...unbuilt }),
  redirect_uri: (name: string) => text('', `URL to which ${name} returns, ending in /callback.`, unbuilt),
  url: (name: string) => text('', `Base URL of ${name}, where it is not the public one.`, unbuilt),
  email_optional: (name: string) => bool(false, `Accept users of ${name} without an address.`, unbuilt),
  skip_nonce_check: (name: string) => bool(false, `Accept id tokens of ${name} without a nonce.`, unbuilt),
} as const;

type ProviderRows = {
  [K in `external_${Provider}_${keyof typeof OF_PROVIDER}`]: K extends `external_${Provider}_${infer Part}`
    ? Part extends keyof typeof OF_PROVIDER
      ? ReturnType<(typeof OF_PROVIDER)[Part]>
      : never
    : never;
};

const rows: Record<string, Row<boolean> | Row<string> | Row<readonly string[]>> = {};
for (const name of PROVIDERS) {
  for (const [part, row] of Object.entries(OF_PROVIDER)) rows[`external_${name}_${part}`] = row(name);
}

const NOTIFICATIONS = [
  'password_changed',
  'email_changed',
  'phone_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
] as const;

const OF_NOTIFICATION = {
  mailer_notifications: (kind: string) => [
    `mailer_notifications_${kind}_enabled`,
    bool(false, `Tell users: ${kind.replaceAll('_', ' ')}.`, unbuilt),
  ],
  mailer_subjects: (kind: string) => [
    `mailer_subjects_${kind}_notification`,
    text('', `Subject of that mail (${kind}).`, unbuilt),
  ],
  mailer_templates: (kind: string) => [
    `mailer_templates_${kind}_notification`,
    text('', `URL of that template (${kind}).`, unbuilt),
  ],
} as const;

type Notification = (typeof NOTIFICATIONS)[number];
type NotificationRows = Record<`mailer_notifications_${Notification}_enabled`, Row<boolean>> &
  Record<`mailer_${'subjects' | 'templates'}_${Notification}_notification`, Row<string>>;

const notificationRows = Object.fromEntries(
  NOTIFICATIONS.flatMap((kind) => Object.values(OF_NOTIFICATION).map((row) => row(kind))),
);

export const EXTERNAL = {
  external_anonymous_users_enabled: bool(false, 'Sign-up without address.'),
  external_redirecturl: text('', 'Fixed target of all provider callbacks.', unbuilt),
  external_flow_state_expiry_duration: duration(300, 'Life of a PKCE or provider flow; at least 300 s.'),
  external_ios_bundle_id: text('', 'Audience of Apple id tokens from an app.', unbuilt),
  external_allowed_id_token_issuers: list(
    ['https://appleid.apple.com', 'https://accounts.google.com'],
    'Issuers of id tokens that are accepted.',
    unbuilt,
  ),
  external_oidc_provider_cache_ttl: duration(3600, "How long a provider's discovery document is used.", unbuilt),
  /** Checked as a URL only when it is used: an incomplete provider is a warning, never a start-up error. */
  ...(rows as ProviderRows),
  ...(notificationRows as NotificationRows),
} as const;

/** Variables of other subsystems of the reference: setting one is a warning that the feature is missing. */
export const UNBUILT_FAMILIES = [
  'MFA_',
  'SAML_',
  'PASSKEY_',
  'WEBAUTHN_',
  'OAUTH_SERVER_',
  'CUSTOM_OAUTH_',
  'HOOK_',
  'EXTERNAL_WEB3_',
  'INDEX_WORKER_',
  'EXPERIMENTAL_',
  'RELOADING_',
  'PROFILER_',
  'SCIM_',
  'PASSWORD_HIBP_BLOOM_',
  'LOG_FIELDS',
  'LOG_DISABLE_COLORS',
  'LOG_QUOTE_EMPTY_FIELDS',
  'LOG_TSFORMAT',
] as const;
