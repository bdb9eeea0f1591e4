// Checks the settings of external providers. A missing setting is a warning, because other providers still work.

import { maskUrl } from '../masked_url.ts';
import { isIssuer } from '../providers/provider.ts';
import { PROVIDERS } from '../providers/registry.ts';
import type { Findings } from './findings.ts';
import { providerConfig, providerSetting } from './provider_settings.ts';
import { PROVIDER_PARTS } from './rows/providers.ts';
import type { Settings } from './table.ts';

export function checkProviders(settings: Settings): Findings {
  const problems: string[] = [];
  const enabled = [...PROVIDERS.keys()].filter((name) => providerSetting(settings, name, 'enabled'));
  const warnings = enabled.flatMap((name) =>
    PROVIDER_PARTS.filter((part) => providerSetting(settings, name, part).length === 0).map(
      (part) => `SVC_EXTERNAL_${name.toUpperCase()}_${part.toUpperCase()} is not set: nobody can sign in with ${name}`,
    ),
  );
  const issuers = settings.external_allowed_id_token_issuers;
  if (new Set(issuers.map((issuer) => issuer.toLowerCase())).size < new Set(issuers).size)
    problems.push('SVC_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS: has issuers that differ in capitals alone');
  const strangers = issuers.filter((issuer) => !isOfProvider(issuer, settings));
  if (strangers.length > 0 && settings.external_allowed_id_token_audiences.length === 0)
    warnings.push(
      `SVC_EXTERNAL_ALLOWED_ID_TOKEN_AUDIENCES is not set: every application of ${strangers.map(maskUrl).join(', ')} can sign its users in here`,
    );
  const kept = settings.external_kept_tokens.filter((name) => !name.startsWith('custom:'));
  if (kept.some((name) => PROVIDERS.get(name)?.protocol !== 'oauth2'))
    problems.push('SVC_EXTERNAL_KEPT_TOKENS: names a provider that does not exist, or whose tokens cannot be kept');
  // Errors give positions and not names, because a URL in the wrong setting may contain a login.
  for (const [at, name] of settings.experimental_providers_with_own_linking_domain.entries())
    if (!canHaveDomain(name)) problems.push(`SVC_EXPERIMENTAL_PROVIDERS_WITH_OWN_LINKING_DOMAIN: ${noProvider(at)}`);
  for (const [at, [name, domain]] of Object.entries(settings.experimental_provider_linking_domains).entries()) {
    if (!canHaveDomain(name)) problems.push(`SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: ${noProvider(at)}`);
    else if (!/^[a-z0-9][\w-]*$/i.test(domain))
      problems.push(
        `SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: the domain of ${name} must be a name of letters, digits, _ and -`,
      );
  }
  if (settings.mailer_autoconfirm && settings.mailer_allow_unverified_email_sign_ins)
    problems.push('SVC_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: cannot be combined with SVC_MAILER_AUTOCONFIRM');
  return { problems, warnings };
}

const CUSTOM = /^custom:[a-z0-9][a-z0-9:-]*$/;
const noProvider = (at: number): string => `entry ${at + 1} names no provider, such as google or custom:acme`;

/**
 * Returns true if identities can have this provider. A misspelled name would leave the provider in the linking domain
 * of e-mail accounts.
 */
const canHaveDomain = (name: string): boolean =>
  PROVIDERS.has(name) || CUSTOM.test(name) || ['email', 'phone', 'web3'].includes(name);

/**
 * Returns true if the issuer belongs to a provider. The audiences of its ID tokens are then the client ids of that
 * provider.
 */
function isOfProvider(issuer: string, settings: Settings): boolean {
  return [...PROVIDERS.values()].some(
    (one) =>
      one.protocol === 'oauth2' &&
      one.id_token_rules &&
      isIssuer(one.id_token_rules, issuer, providerConfig(one.name, settings)),
  );
}
