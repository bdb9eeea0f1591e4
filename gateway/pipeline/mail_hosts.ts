// Rejects e-mail addresses whose domain accepts no mail or whose mail server is blocked. Accepts an address if DNS does
// not answer, because an undeliverable mail will bounce.
import { Resolver } from 'node:dns/promises';
import type { Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { errorType } from '../../core/telemetry.ts';
import { refuse } from '../http/errors.ts';

export type MailHostSettings = Pick<
  Settings,
  'mailer_email_validation_extended' | 'mailer_email_validation_blocked_mx' | 'mailer_email_validation_dns'
>;

/**
 * Throws a 400 error if an address cannot receive mail. Accepts an absent or malformed address, about which SQL
 * decides.
 */
export type CheckMailHost = (email: string | null) => Promise<void>;

const TIMEOUT_MS = 1_000;
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 10_000;
const WARNING_MS = 60_000;
/** Maximum number of mail servers of a domain that are checked. */
const MOST_SERVERS = 50;
/** DNS errors which mean that the name or record does not exist. All others are failures of DNS. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** Creates the check. Returns null if it is off. */
export function createMailHostCheck(o: {
  settings: MailHostSettings;
  log: Logger;
  now?: () => number;
}): CheckMailHost | null {
  const { settings, log, now = Date.now } = o;
  const blocked = settings.mailer_email_validation_blocked_mx.map((name) => name.toLowerCase());
  if (!settings.mailer_email_validation_extended && blocked.length === 0) return null;
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  if (settings.mailer_email_validation_dns.length > 0) resolver.setServers([...settings.mailer_email_validation_dns]);
  const kept = new Map<string, { good: boolean; until: number }>();
  let warned_at = Number.NEGATIVE_INFINITY;

  const isBlocked = (server: string): boolean => blocked.some((name) => server === name || server.endsWith(`.${name}`));

  const judge = async (domain: string): Promise<boolean> => {
    const servers = (await recordsOrEmpty(resolver.resolveMx(domain))).slice(0, MOST_SERVERS);
    const names = servers.map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ''));
    if (names.some(isBlocked)) return false;
    if (!settings.mailer_email_validation_extended) return true;
    // A domain with an empty server name accepts no mail (RFC 7505).
    if (names.length > 0) return names.some((name) => name !== '');
    // Without MX records, the domain itself is the mail server (RFC 5321, section 5.1).
    const addresses = await Promise.all([
      recordsOrEmpty(resolver.resolve4(domain)),
      recordsOrEmpty(resolver.resolve6(domain)),
    ]);
    return addresses.flat().length > 0;
  };

  const isGood = async (domain: string): Promise<boolean> => {
    const known = kept.get(domain);
    if (known !== undefined && now() < known.until) return known.good;
    try {
      const good = await judge(domain);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(domain, { good, until: now() + KEPT_MS });
      return good;
    } catch (error) {
      if (now() - warned_at >= WARNING_MS) {
        warned_at = now();
        log.warn({ reason: errorType(error) }, 'DNS does not answer; the domains of addresses are not checked');
      }
      return true;
    }
  };

  return async (email) => {
    const at = email?.lastIndexOf('@') ?? -1;
    if (!email || at < 1) return;
    const domain = email.slice(at + 1).toLowerCase();
    // SQL rejects an invalid domain.
    if (!/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/.test(domain)) return;
    if (!(await isGood(domain))) throw refuse('email_address_invalid', email.slice(0, 255));
  };
}

/** Returns the DNS records, or an empty list if there are none. */
async function recordsOrEmpty<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if (ABSENT.has(errorType(error))) return [];
    throw error;
  }
}
