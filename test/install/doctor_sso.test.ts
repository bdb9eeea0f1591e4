// runner: when=cli,core/doctor,install,sql

// doctor finds what will stop or has stopped sign-ins with identity providers of organizations.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { environmentFor } from '../cli/admin.ts';
import { createDatabase } from '../support/database/db.ts';
import { SAML_SETTINGS } from '../support/providers/saml_settings.ts';
import type { DoctorFinding } from './findings.ts';

const db = await createDatabase();
test.after(() => db.drop());

/** Returns doctor's findings about SSO. */
async function doctorFindings(more: Record<string, string> = SAML_SETTINGS): Promise<DoctorFinding[]> {
  const settings = readDatabaseSettings(readEnvironment({ env: environmentFor(db, more), file: null }));
  const [lines, logged]: [string[], string[]] = [[], []];
  await doctorCommand({
    settings,
    json: true,
    print: (line: string) => lines.push(line),
    log: (line: string) => logged.push(line),
  });
  const { findings } = JSON.parse(lines.join('\n')) as { findings: DoctorFinding[] };
  return findings.filter(({ check }) => check.startsWith('sso'));
}

interface ProviderChanges {
  disabled?: boolean;
  metadata_url?: string;
  failed_at?: Date;
  valid_until?: Date;
}

let last = 0;
/** Adds a provider. `days` contains the days until each certificate expires. Returns the provider's id. */
async function addProvider(days: readonly number[], more: ProviderChanges = {}): Promise<string> {
  last += 1;
  const certificates = days.map((day) => ({
    der: 'AAAA',
    sha256: String(day),
    not_after: new Date(Date.now() + day * 86_400_000).toISOString(),
  }));
  const { disabled = null, metadata_url = null, failed_at = null, valid_until = null } = more;
  const [row] = await db.sql`
    insert into auth.sso_providers (id, name, disabled, entity_id, metadata_xml, metadata_url, certificates, sso_url,
      fetched_at, failed_at, valid_until, created_at, updated_at)
    values (gen_random_uuid(), ${`Corp ${last}`}, ${disabled}, ${`https://idp-${last}.example`}, '<x/>', ${metadata_url},
      ${JSON.stringify(certificates)}::text::jsonb, 'https://idp.example/sso', now(), ${failed_at}, ${valid_until}, now(), now())
    returning id`;
  return String(row?.id);
}
const clear = () => db.sql`delete from auth.sso_providers`;
const texts = (findings: readonly DoctorFinding[]) => findings.map(({ check, finding }) => `${check}: ${finding}`);
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test('a certificate that expires within 30 days, unless there is a later one or the provider is disabled', async () => {
  await addProvider([31]);
  await addProvider([5, 400]);
  await addProvider([5], { disabled: true });
  assert.equal(await doctorFindings(), []);
  const soon = await addProvider([2, 20]);
  await addProvider([-3], { metadata_url: 'https://idp.example/metadata' });
  const [ended, expires, ...rest] = await doctorFindings();
  assert.match(
    texts([ended as DoctorFinding])[0] ?? '',
    /^sso\.certificate: the certificate of .* Corp 5 expired on \d{4}-/,
  );
  assert.match(ended?.advice ?? '', /the worker fetches it/);
  assert.match(texts([expires as DoctorFinding])[0] ?? '', /^sso\.certificate: .* Corp 4 expires on \d{4}-/);
  assert.match(expires?.advice ?? '', new RegExp(`change ${soon} --metadata-file`));
  assert.equal(rest, []);
  await clear();
});

test('metadata that could not be fetched for a day, or have ended', async () => {
  const url = { metadata_url: 'https://idp.example/metadata' };
  await addProvider([400], { ...url, failed_at: ago(23) });
  await addProvider([400], { valid_until: ago(-1) });
  assert.equal(await doctorFindings(), []);
  await addProvider([400], { ...url, failed_at: ago(25) });
  await addProvider([400], { valid_until: ago(1) });
  const findings = texts(await doctorFindings());
  assert.is(findings.length, 2);
  assert.match(findings[0] ?? '', /^sso\.metadata: .* cannot be fetched since \d{4}-/);
  assert.match(findings[1] ?? '', /^sso\.metadata: .* were valid until \d{4}-/);
  await clear();
});

test('an enforced domain whose provider or SAML is disabled', async () => {
  const domain = (provider_id: string, name: string, enforced: boolean) => db.sql`
    insert into auth.sso_domains (domain, provider_id, verified_at, verified_by, enforced, created_at)
    values (${name}, ${provider_id}, now(), 'dns', ${enforced}, now())`;
  const off = await addProvider([400], { disabled: true });
  await domain(off, 'free.example', false);
  await domain(await addProvider([400]), 'live.example', true);
  assert.equal(await doctorFindings(), []);
  await domain(off, 'locked.example', true);
  const [locked, ...rest] = await doctorFindings();
  assert.match(
    locked?.finding ?? '',
    /^nobody with an address at locked\.example can sign in: .* its provider is disabled$/,
  );
  assert.match(locked?.advice ?? '', `sso domain enforce ${off} locked.example --off`);
  assert.equal(rest, []);
  const without = await doctorFindings({ ...SAML_SETTINGS, SVC_SAML_ENABLED: 'false' });
  assert.equal(
    without.map(({ finding }) => /at (\S+) can/.exec(finding)?.[1]),
    ['live.example', 'locked.example'],
  );
  assert.match(without[0]?.advice ?? '', /^set SVC_SAML_ENABLED/);
  await clear();
});

test('the last SCIM token of a provider expires within 30 days', async () => {
  const token = (provider_id: string, days: number | null) => db.sql`
    insert into auth.scim_tokens (id, provider_id, name, expires_at, created_at) values (gen_random_uuid(), ${provider_id}, 'x',
      ${days === null ? null : new Date(Date.now() + days * 86_400_000)}, now())`;
  const [first, second, third] = [await addProvider([400]), await addProvider([400]), await addProvider([400])];
  await token(first, 5);
  await token(first, null);
  await token(second, 5);
  await token(second, 60);
  assert.equal(await doctorFindings(), []);
  await token(third, 5);
  await token(third, -5);
  const [expires, ...rest] = await doctorFindings();
  assert.match(expires?.finding ?? '', /^the last SCIM token of the identity provider Corp \d+ expires on \d{4}-/);
  assert.match(expires?.advice ?? '', `sso scim token add ${third}`);
  assert.equal(rest, []);
});

test.run();
