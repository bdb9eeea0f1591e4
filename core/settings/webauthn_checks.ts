// Checks the relying party of passkeys. Without this check, a mistake would become visible only in the browser of the
// first user.
import type { Findings } from './findings.ts';
import type { Settings } from './table.ts';

type Switch = 'passkey_enabled' | 'mfa_web_authn_enroll_enabled' | 'mfa_web_authn_verify_enabled';
type WebAuthnSettings = Pick<Settings, 'webauthn_rp_id' | 'webauthn_rp_origins'> & Partial<Pick<Settings, Switch>>;

/** Matches a domain. Its last label is not numeric, because that would be an IP address. */
const DOMAIN =
  /^(localhost|([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)$/;
/** Matches the origins of native apps. */
const APP = /^(android:apk-key-hash:[A-Za-z0-9_-]{43}|ios:bundle-id:[A-Za-z0-9.-]+)$/;

export function checkWebAuthn(settings: WebAuthnSettings): Findings {
  const { webauthn_rp_id: rp_id, webauthn_rp_origins: origins } = settings;
  const problems: string[] = [];
  const on = settings.passkey_enabled || settings.mfa_web_authn_enroll_enabled || settings.mfa_web_authn_verify_enabled;
  if (!on) return { problems, warnings: [] };
  if (rp_id === '') problems.push('SVC_WEBAUTHN_RP_ID: is required for passkeys: the domain of the app');
  else if (!DOMAIN.test(rp_id))
    problems.push(
      'SVC_WEBAUTHN_RP_ID: must be a domain in lower case, such as example.com, or localhost: no scheme, no port, no address',
    );
  if (origins.length === 0) problems.push('SVC_WEBAUTHN_RP_ORIGINS: is required for passkeys: the origins of the app');
  const faults = new Set(origins.flatMap((origin) => findOriginProblem(origin, rp_id) ?? []));
  problems.push(...[...faults].map((fault) => `SVC_WEBAUTHN_RP_ORIGINS: ${fault}`));
  return { problems, warnings: [] };
}

/** Returns an error text for an invalid origin; null if it is valid. */
function findOriginProblem(origin: string, rp_id: string): string | null {
  if (APP.test(origin)) return null;
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined;
  if (parsed?.origin !== origin || parsed.hostname.includes('*'))
    return 'must be origins such as https://app.example.com, without a path or a slash';
  const { protocol, hostname } = parsed;
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !(protocol === 'http:' && local)) return 'must be https, or http on localhost';
  if (hostname !== rp_id && !hostname.endsWith(`.${rp_id}`)) {
    return 'must be of SVC_WEBAUTHN_RP_ID or of a domain below it: browsers refuse others';
  }
  return null;
}
