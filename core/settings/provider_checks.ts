// What an external provider needs before anybody can sign in with it. A missing part is a warning: the others work.
import type { Findings } from './findings.ts';
import { ALL_PROVIDERS, PROVIDER_PARTS } from './rows/providers.ts';
import type { Settings } from './table.ts';

/** Issuers whose ID tokens are those of a provider that has settings of its own. */
const OWN_ISSUERS = new Set(['https://appleid.apple.com', 'https://account.apple.com', 'https://accounts.google.com']);

export function checkProviders(settings: Settings): Findings {
  const problems: string[] = [];
  const warnings = ALL_PROVIDERS.filter((name) => settings[`external_${name}_enabled`]).flatMap((name) =>
    PROVIDER_PARTS.filter((part) => settings[`external_${name}_${part}`].length === 0).map(
      (part) => `SVC_EXTERNAL_${name.toUpperCase()}_${part.toUpperCase()} is not set: nobody can sign in with ${name}`,
    ),
  );
  const issuers = settings.external_allowed_id_token_issuers;
  if (new Set(issuers.map((issuer) => issuer.toLowerCase())).size < new Set(issuers).size)
    problems.push('SVC_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS: has issuers that differ in capitals alone');
  const strangers = issuers.filter((issuer) => !OWN_ISSUERS.has(issuer));
  if (strangers.length > 0 && settings.external_allowed_id_token_audiences.length === 0)
    warnings.push(
      `SVC_EXTERNAL_ALLOWED_ID_TOKEN_AUDIENCES is not set: every application of ${strangers.join(', ')} can sign its users in here`,
    );
  if (settings.mailer_autoconfirm && settings.mailer_allow_unverified_email_sign_ins)
    problems.push('SVC_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: cannot be combined with SVC_MAILER_AUTOCONFIRM');
  return { problems, warnings };
}
