// Checks of the OAuth server's settings against others.
import type { Settings } from './table.ts';

/** Returns warnings about the consent page. */
export function checkConsentPage(settings: Settings): string[] {
  const own = settings.oauth_server_enabled && settings.oauth_server_authorization_path === '';
  if (!own || !settings.security_captcha_enabled) return [];
  return [
    "SVC_SECURITY_CAPTCHA_ENABLED: the consent page of Postern loads no third party's captcha, so it offers external providers alone; set SVC_OAUTH_SERVER_AUTHORIZATION_PATH to a page of your app",
  ];
}
