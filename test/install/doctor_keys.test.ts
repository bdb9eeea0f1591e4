// runner: when=cli,core/doctor,install,sql

// doctor names OAuth clients whose secret is derived from a key that is no longer configured.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { environmentFor } from '../cli/admin.ts';
import { createDatabase } from '../support/database/db.ts';
import type { DoctorFinding } from './findings.ts';

const db = await createDatabase();
test.after(() => db.drop());

const pepper = (...ids: number[]): Record<string, string> => ({
  SVC_SECURITY_PEPPER: ids
    .map((id) => (id === 0 ? '0:jwt' : `${id}:${Buffer.alloc(32, id).toString('base64')}`))
    .join(','),
});

/** Returns doctor's findings about keys. */
async function doctorFindings(env: Record<string, string>): Promise<DoctorFinding[]> {
  const settings = readDatabaseSettings(readEnvironment({ env: environmentFor(db, env), file: null }));
  const lines: string[] = [];
  await doctorCommand({ settings, json: true, print: (line) => lines.push(line), log: () => undefined });
  const { findings } = JSON.parse(lines.join('\n')) as { findings: DoctorFinding[] };
  return findings.filter(({ check }) => check.startsWith('keys'));
}

interface KeyTestClient {
  key: number;
  name?: string;
  method?: string;
  registration?: string;
  deleted?: boolean;
}

async function createClient({
  key,
  name = 'App',
  method = 'client_secret_basic',
  registration = 'manual',
  deleted = false,
}: KeyTestClient) {
  const [row] = await db.sql`
    insert into auth.oauth_clients (id, registration_type, client_type, token_endpoint_auth_method, redirect_uris,
      grant_types, client_name, secret_key_id, created_at, updated_at, deleted_at)
    values (gen_random_uuid(), ${registration}, ${method === 'none' ? 'public' : 'confidential'}, ${method},
      '{https://app.example.com/cb}', '{authorization_code}', ${name}, ${key}, clock_timestamp(), now(),
      ${deleted ? new Date() : null})
    returning id`;
  return String(row?.id);
}

test('names each client whose secret is derived from a key that the pepper does not contain', async () => {
  const lost = await createClient({ key: 1, name: 'Notes "x"' });
  const registered = await createClient({ key: 1, method: 'client_secret_post', registration: 'dynamic' });
  await createClient({ key: 2 });
  await createClient({ key: 0 });
  await createClient({ key: 1, method: 'none' });
  await createClient({ key: 1, deleted: true });
  assert.equal(await doctorFindings(pepper(2, 1, 0)), []);
  const findings = await doctorFindings(pepper(2, 0));
  assert.equal(
    findings.map(({ finding }) => finding),
    [
      `OAuth client ${lost} ("Notes \\"x\\"") cannot authenticate: its secret is derived from key 1, which SVC_SECURITY_PEPPER does not contain`,
      `OAuth client ${registered} ("App") cannot authenticate: its secret is derived from key 1, which SVC_SECURITY_PEPPER does not contain`,
    ],
  );
  assert.match(findings[0]?.advice ?? '', `npx postern oauth client rotate-secret ${lost}`);
  assert.match(findings[1]?.advice ?? '', `npx postern oauth client delete ${registered}`);
});

test('names nothing without the pepper, and at most 20 clients', async () => {
  assert.equal(await doctorFindings({}), []);
  for (let i = 0; i < 20; i += 1) await createClient({ key: 7 });
  const findings = await doctorFindings(pepper(2, 1, 0));
  assert.is(findings.length, 20);
  assert.match(findings[0]?.finding ?? '', /\(the first 20\)$/);
});

test.run();
