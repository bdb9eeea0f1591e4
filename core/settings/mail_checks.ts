// Checks the settings of mail. Subjects are templates and are parsed here.
import { isIP } from 'node:net';
import { parseTemplate } from '../template/template.ts';
import type { Findings } from './findings.ts';
import type { Settings } from './table.ts';

/** Matches a host name, with letters of any script and with `_`, which container networks use. */
const HOST = /^[\p{L}\p{N}_]([\p{L}\p{N}_-]*[\p{L}\p{N}_])?(\.[\p{L}\p{N}_]([\p{L}\p{N}_-]*[\p{L}\p{N}_])?)*\.?$/u;
const ADDRESS = /^[^\s@<>()[\]:;,\\"]+@(?<host>[^\s@]+)$/;
const ADDRESS_LITERAL = /^\[(IPv6:)?[\da-f.:]+\]$/i;

/** Checks the format of SMTP_HOST and SMTP_ADMIN_EMAIL. */
export function checkSender({ smtp_host, smtp_admin_email }: Settings): string[] {
  const problems: string[] = [];
  if (smtp_host !== '' && isIP(smtp_host) === 0 && !HOST.test(smtp_host))
    problems.push('SVC_SMTP_HOST: must be a host name or an address alone; the port is SVC_SMTP_PORT');
  const host = ADDRESS.exec(smtp_admin_email)?.groups?.host ?? '';
  if (smtp_admin_email !== '' && !HOST.test(host) && !ADDRESS_LITERAL.test(host))
    problems.push(
      'SVC_SMTP_ADMIN_EMAIL: must be an address such as auth@example.com; the name is SVC_SMTP_SENDER_NAME',
    );
  return problems;
}

export function checkMailTexts(settings: Settings): Findings {
  const problems: string[] = [];
  if (!/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,3}$/.test(settings.mailer_default_locale)) {
    problems.push('SVC_MAILER_DEFAULT_LOCALE: must be a language, as in de or de-AT');
  }
  for (const [key, value] of Object.entries(settings)) {
    if (key.startsWith('mailer_templates_') && typeof value === 'string' && containsCredentials(value)) {
      problems.push(`SVC_${key.toUpperCase()}: must hold no login, which cannot be sent; a key in its query is masked`);
    }
    if (!key.startsWith('mailer_subjects_') || typeof value !== 'string') continue;
    try {
      parseTemplate(value, 'line');
    } catch (error) {
      problems.push(`SVC_${key.toUpperCase()}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  }
  return { problems, warnings: [] };
}

function containsCredentials(place: string): boolean {
  if (!/^https?:/i.test(place) || !URL.canParse(place)) return false;
  const { username, password } = new URL(place);
  return username !== '' || password !== '';
}
