// Settings of passkeys and their relying party.
import { bool, duration, float, int, list, text } from '../row.ts';

export const PASSKEYS = {
  passkey_enabled: bool(false, 'Users may register passkeys and sign in with them (docs/passkeys.md).'),
  passkey_max_passkeys_per_user: int(10, 'Passkeys of one user.', { min: 1, max: 1000 }),
  webauthn_rp_id: text(
    '',
    'Domain of the passkeys: that of the app, or a parent domain, such as `example.com`. Changing it invalidates all passkeys.',
  ),
  webauthn_rp_display_name: text('', 'Name of the app that authenticators show.', {
    default_text: 'SVC_WEBAUTHN_RP_ID',
  }),
  webauthn_rp_origins: list(
    [],
    'Origins of the app, such as `https://app.example.com`; responses from other origins are refused.',
  ),
  webauthn_challenge_expiry_duration: duration(300, 'Lifetime of a passkey challenge.', {
    min: 10,
    zero_is_default: true,
  }),
  rate_limit_passkey: float(
    30,
    'Requests to each of /passkeys/authentication/options and /verify per client and 5 minutes.',
    { min: 0 },
  ),
} as const;
