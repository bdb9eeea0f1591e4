// GET /settings: what a client may know of the configuration.
import type { Settings } from '../../core/settings/table.ts';

/** The keys of `external`: exactly these eighteen (requirement). */
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

export function settingsBody(settings: Settings): object {
  return {
    external: Object.fromEntries(PROVIDERS.map((name) => [name, settings[`external_${name}_enabled`]])),
    disable_signup: settings.disable_signup,
    autoconfirm: settings.mailer_autoconfirm,
    mailer_autoconfirm: settings.mailer_autoconfirm,
    phone_autoconfirm: settings.sms_autoconfirm,
    sms_provider: settings.sms_provider,
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  };
}
