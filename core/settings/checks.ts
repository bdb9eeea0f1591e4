// Checks that involve several settings. Problems stop the start; warnings are logged.

import { parseDatabaseUrl } from '../database/url.ts';
import { compileAllowList } from '../glob.ts';
import { mailServers, unencryptedMailServers } from '../mail_servers.ts';
import { parseProxyUrl, readProxyVariables } from '../outgoing.ts';
import type { Findings } from './findings.ts';
import { checkHooks } from './hook_checks.ts';
import { checkJwtSettings } from './jwt_checks.ts';
import { checkMailTexts, checkSender } from './mail_checks.ts';
import { checkOAuthServer } from './oauth_server_checks.ts';
import { checkProviders } from './provider_checks.ts';
import { checkRoles } from './role_checks.ts';
import { checkSaml } from './saml_checks.ts';
import { checkCaptcha, checkSms } from './sms_checks.ts';
import type { Settings } from './table.ts';
import { checkWeakSettings } from './weak_checks.ts';
import { checkWebAuthn } from './webauthn_checks.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Role with which a process connects. DATABASE_URL is the fallback if the role's own URL is not set. */
export type LoginRole = 'gateway' | 'admin' | 'worker' | 'auditor' | 'migrate';

const URLS = [
  'database_url',
  'database_url_gateway',
  'database_url_admin',
  'database_url_worker',
  'database_url_auditor',
  'database_url_migrate',
  'database_url_listen',
] as const;

export const URL_PATHS = [
  'mailer_urlpaths_invite',
  'mailer_urlpaths_confirmation',
  'mailer_urlpaths_recovery',
  'mailer_urlpaths_email_change',
] as const;

/** Checks parsed settings. `bad` has the keys that already have a problem. */
export function checkSettings(
  settings: Settings,
  o: { env: Variables; bad: ReadonlySet<string>; needs: readonly LoginRole[]; weak_secrets: 'refuse' | 'warn' },
): Findings {
  const problems: string[] = [];
  const warnings: string[] = [];
  const fine = (key: keyof Settings): boolean => !o.bad.has(key);

  if (!settings.database_url && o.needs.some((role) => !settings[`database_url_${role}`])) {
    problems.push('DATABASE_URL: is required');
  }
  for (const key of URLS) {
    if (!settings[key]) continue;
    try {
      warnings.push(...parseDatabaseUrl(settings[key], o.env).warnings.map((text) => `${key.toUpperCase()}: ${text}`));
    } catch (error) {
      problems.push(`${key.toUpperCase()}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  }
  for (const url of settings.database_url_replicas) {
    try {
      const target = parseDatabaseUrl(url, o.env);
      if (target.hosts.length > 1) problems.push('DATABASE_URL_REPLICAS: each URL must name one server');
      warnings.push(...target.warnings.map((text) => `DATABASE_URL_REPLICAS: ${text}`));
    } catch (error) {
      problems.push(`DATABASE_URL_REPLICAS: ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  }
  if (settings.db_max_pool_size > 0 && settings.db_max_pool_size < 4) {
    problems.push(
      'SVC_DB_MAX_POOL_SIZE: must be 0 or at least 4, so that password hashing cannot take every connection',
    );
  }
  if (!/^[a-z][a-z0-9_]{0,29}$/.test(settings.db_namespace)) {
    problems.push('SVC_DB_NAMESPACE: must be up to 30 lower-case letters, digits and _, starting with a letter');
  }
  if (!/^([a-z][a-z0-9_]{0,29})?$/.test(settings.role_prefix)) {
    problems.push('SVC_ROLE_PREFIX: must be up to 30 lower-case letters, digits and _, starting with a letter');
  }
  try {
    compileAllowList(settings.uri_allow_list);
    warnings.push(...checkWeakSettings(settings, { production: o.env.NODE_ENV === 'production' }));
  } catch (error) {
    problems.push(`SVC_URI_ALLOW_LIST: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
  if (fine('site_url') && settings.site_url) {
    const { search, hash } = new URL(settings.site_url);
    if (search || hash) warnings.push('SVC_SITE_URL has a query or a fragment; results of sign-ins are appended to it');
  }
  for (const key of URL_PATHS) {
    if (fine('api_external_url') && !URL.canParse(settings[key] || '/', settings.api_external_url)) {
      problems.push(`SVC_${key.toUpperCase()}: must be a path or an absolute URL`);
    }
  }
  if (settings.security_bcrypt_cost < 10 && o.env.NODE_ENV === 'production') {
    problems.push('SVC_SECURITY_BCRYPT_COST: must be at least 10 with NODE_ENV=production');
  }
  for (const key of ['sessions_timebox', 'sessions_inactivity_timeout'] as const) {
    if (settings[key] === 0) problems.push(`SVC_${key.toUpperCase()}: must be positive`);
  }
  const sms = checkSms(settings);
  const hooks = checkHooks(settings, fine);
  const texts = checkMailTexts(settings);
  const providers = checkProviders(settings);
  const webauthn = checkWebAuthn(settings);
  problems.push(
    ...checkRoles(settings),
    ...checkCaptcha(settings),
    ...hooks.problems,
    ...sms.problems,
    ...texts.problems,
    ...checkSender(settings),
    ...checkConsole(settings),
    ...webauthn.problems,
    ...providers.problems,
    ...checkSaml(settings).problems,
  );
  warnings.push(...hooks.warnings, ...sms.warnings, ...texts.warnings, ...providers.warnings);
  const jwt = checkJwtSettings(settings, { keys: fine('jwt_keys'), weak_secrets: o.weak_secrets });
  problems.push(...jwt.problems);
  const oauth = checkOAuthServer(settings, { keys: fine('jwt_keys') && jwt.problems.length === 0 });
  warnings.push(...jwt.warnings, ...oauth.warnings);
  const sending = (['smtp_urls', 'smtp_host', 'sms_provider'] as const).filter((key) => settings[key] !== '');
  if (settings.inbox && sending.length > 0) {
    const names = sending.map((key) => `SVC_${key.toUpperCase()}`).join(' and ');
    problems.push(`SVC_INBOX: shows messages instead of sending them; unset it, or ${names}`);
  }
  if (mailServers(settings).length > 0 && !settings.smtp_admin_email) {
    warnings.push('a mail server is set without SVC_SMTP_ADMIN_EMAIL: no mail can be sent');
  }
  if (settings.smtp_urls && settings.smtp_host) {
    warnings.push('SVC_SMTP_URLS is set, so SVC_SMTP_HOST, _PORT, _USER and _PASS have no effect');
  }
  const plain = unencryptedMailServers(settings);
  if (plain.length > 0) {
    warnings.push(
      `SVC_SMTP_PLAIN_HOSTS: mails to ${plain.join(', ')}, with their links and codes, travel in plain text if it offers no TLS`,
    );
  }
  for (const { name, value } of readProxyVariables(o.env)) {
    if (parseProxyUrl(value) === null)
      warnings.push(`${name} is no http or https URL: nothing that goes by it can be reached`);
  }
  return { problems, warnings };
}

/** The console compares the Host header of each request with its URL, so SVC_CONSOLE_URL is required. */
function checkConsole({ console_port, console_url }: Settings): string[] {
  return console_port > 0 && console_url === ''
    ? ['SVC_CONSOLE_URL: is needed with SVC_CONSOLE_PORT, as in https://console.example.com']
    : [];
}
