// Checks for harmful settings, and for processes that do not log in as their own role.

import { type Names, quoteIdentifier } from '../database/names.ts';
import { parseDatabaseUrl } from '../database/url.ts';
import { type Finding, findingWithAdvice } from './finding.ts';

export interface DoctorSettings {
  database_url: string;
  database_url_gateway: string;
  database_url_admin: string;
  database_url_worker: string;
  security_refresh_token_rotation_enabled: boolean;
  security_refresh_token_reuse_interval: number;
}

/**
 * Returns findings for warnings, for settings that are valid but harmful, and for processes that do not log in as
 * their own role.
 */
export function checkSettings(settings: DoctorSettings, names: Names, warnings: readonly string[] = []): Finding[] {
  const findings = warnings.map((warning) =>
    findingWithAdvice(
      'settings.warning',
      warning,
      'change the setting, or add --ignore settings.warning if it is intended',
    ),
  );
  if (settings.security_refresh_token_rotation_enabled && settings.security_refresh_token_reuse_interval === 0) {
    const finding =
      'refresh token rotation is on with a reuse interval of 0: two tabs of one browser sign each other out';
    findings.push(findingWithAdvice('settings', finding, 'set SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=10'));
  }
  for (const role of ['gateway', 'admin', 'worker'] as const) {
    const url = settings[`database_url_${role}`] || settings.database_url;
    // A process without a URL does not run with these settings, so its login is not checked.
    if (url === '') continue;
    const login = parseDatabaseUrl(url, process.env).user;
    if (login === names.role[role]) continue;
    const variable = `DATABASE_URL_${role.toUpperCase()}`;
    const finding = `unprotected: the ${role} logs in as ${login} and takes on ${names.role[role]}, so it could take on other roles of that login`;
    const advice = `alter role ${quoteIdentifier(names.role[role])} login password '…'; then set ${variable} to a URL of that role`;
    findings.push(findingWithAdvice('logins', finding, advice));
  }
  return findings;
}
