// Domains of organizations on the command line. Uses the same functions as the admin API.
import { DomainRecordsError, lookUpTxtRecords, toAsciiDomain } from '../../core/saml/domains.ts';
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { formatTable, print, printJson } from '../../core/terminal/output.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import { type Admin, type AdminResult, CHANGING, CONTEXT, withAdmin } from '../admin/admin_functions.ts';

interface Domain {
  readonly domain: string;
  readonly enforced: boolean;
  readonly verified_at?: string;
  readonly verified_by?: string;
  readonly verification: { readonly name: string; readonly value: string };
}

interface DomainArgument {
  readonly id: string;
  readonly domain: string;
  readonly json?: true;
}

const domainsOf = (provider: AdminResult): Domain[] => provider.domains as Domain[];
const stateOf = ({ enforced, verified_by }: Domain): string =>
  enforced ? 'enforced' : verified_by === undefined ? 'not verified' : 'verified';

export async function listDomains(settings: Settings, { id, json }: { id: string; json?: true }): Promise<number> {
  const provider = await withAdmin(settings, (admin) => admin.call('get_sso_provider', { ...CONTEXT, id }));
  if (json) printJson(domainsOf(provider));
  else {
    const rows = domainsOf(provider).map((one) => [
      one.domain,
      stateOf(one),
      one.verified_by ?? '',
      one.verification.name,
      one.verification.value,
    ]);
    print(formatTable(['domain', 'state', 'verified by', 'TXT record', 'value'], rows));
  }
  return 0;
}

/** Replaces the domains of a provider. `change` returns the new list, computed from the current one. */
async function changeDomains(settings: Settings, id: string, change: (now: string[]) => string[]): Promise<Domain[]> {
  const changed = await withAdmin(settings, async (admin) => {
    const now = domainsOf(await admin.call('get_sso_provider', { ...CONTEXT, id })).map(({ domain }) => domain);
    return admin.call('change_sso_provider', { ...CHANGING, id, provider: { domains: change(now) }, metadata: null });
  });
  return domainsOf(changed);
}

export async function addDomain(settings: Settings, { id, domain, json }: DomainArgument): Promise<number> {
  const name = toAsciiDomain(domain).toLowerCase();
  const domains = await changeDomains(settings, id, (now) => [...now, name]);
  const added = domains.find((one) => one.domain === name);
  if (json) printJson(added);
  else if (added !== undefined)
    print(
      `Added ${name}. To verify it, publish this TXT record: ${added.verification.name} ${added.verification.value}`,
    );
  return 0;
}

export async function removeDomain(settings: Settings, o: DomainArgument & { yes?: true }): Promise<number> {
  const name = toAsciiDomain(o.domain).toLowerCase();
  const known = await withAdmin(settings, (admin) => find(admin, { id: o.id, domain: name }));
  if (known.enforced)
    await askConfirmation(`Remove ${name}? Its users can sign in in other ways again.`, o.yes === true, [
      'The domain leads to no identity provider any more. To add it again, verify it again.',
    ]);
  await changeDomains(settings, o.id, (now) => now.filter((one) => one !== name));
  if (o.json) printJson({ removed: name });
  else print(`removed ${name}`);
  return 0;
}

const find = async (admin: Admin, { id, domain }: { id: string; domain: string }): Promise<Domain> =>
  (await admin.call('prepare_sso_domain', { ...CONTEXT, id, domain })) as unknown as Domain;

export async function verifyDomain(settings: Settings, o: DomainArgument & { withoutDns?: true }): Promise<number> {
  const { id } = o;
  const domain = toAsciiDomain(o.domain);
  const verified = await withAdmin(settings, async (admin) => {
    if (o.withoutDns) {
      const given = { id, domain, verified: true, enforced: null };
      return admin.call('change_sso_domain', { ...CHANGING, ...given });
    }
    const { name } = (await find(admin, { id, domain })).verification;
    const records = await lookUpDomainRecords(name, settings);
    return admin.call('verify_sso_domain', { ...CHANGING, id, domain, records });
  });
  if (o.json) printJson(verified);
  else print(`verified ${String(verified.domain)}`);
  return 0;
}

async function lookUpDomainRecords(name: string, settings: Settings): Promise<string[]> {
  try {
    return await lookUpTxtRecords(name, { servers: settings.sso_dns });
  } catch (error) {
    if (error instanceof DomainRecordsError)
      throw new CommandError(`DNS does not answer for ${name}: ${error.code}.`, { code: 'dns', cause: error });
    throw error;
  }
}

export async function enforceDomain(
  settings: Settings,
  o: DomainArgument & { off?: true; yes?: true },
): Promise<number> {
  const domain = toAsciiDomain(o.domain);
  const enforced = o.off !== true;
  if (enforced)
    await askConfirmation(
      `Enforce SSO for ${domain}? Its users cannot sign in in other ways any more.`,
      o.yes === true,
      EFFECTS['PUT /admin/sso/providers/{provider_id}/domains/{domain}'],
    );
  const changed = await withAdmin(settings, (admin) =>
    admin.call('change_sso_domain', { ...CHANGING, id: o.id, domain, verified: null, enforced }),
  );
  if (o.json) printJson(changed);
  else print(`${String(changed.domain)}: ${stateOf(changed as unknown as Domain)}`);
  return 0;
}
