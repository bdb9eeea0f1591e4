// runner: when=cli,core/doctor,install,sql

// Audience and role of users: a sign-up without these settings uses the defaults, and doctor reports users without them
// and users that a later change of the settings excludes.
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

async function doctorFindings(more: Record<string, string> = {}): Promise<DoctorFinding[]> {
  const settings = readDatabaseSettings(readEnvironment({ env: environmentFor(db, more), file: null }));
  const lines: string[] = [];
  await doctorCommand({ settings, json: true, print: (line) => lines.push(line), log: (line) => lines.push(line) });
  return (JSON.parse(lines.join('\n')) as { findings: DoctorFinding[] }).findings;
}

const aud_and_role = async () =>
  (await db.sql<{ aud: string; role: string }[]>`select aud, role from auth.users`).map(
    ({ aud, role }) => `${aud}/${role}`,
  );

test('a gateway that sends no audience and no role creates users that are authenticated', async () => {
  await db.sql`select auth_api.sign_up(email => 'a@example.com', phone => null, password => 'correct horse battery',
    data => null, audience => null, link => '{"base_url": "http://localhost", "redirect_to": "http://localhost"}',
    settings => '{"security_bcrypt_cost": 4, "sealing_key_id": 1}', client => '{}', channel => null)`;
  assert.equal(await aud_and_role(), ['authenticated/authenticated']);
  assert.equal(await doctorFindings(), []);
});

test('counts users without audience and role, and prints statements that repair them', async () => {
  await db.sql`update auth.users set aud = '', role = '', sign_up_role = ''`;
  const found = await doctorFindings();
  assert.equal(
    found.map(({ check, finding }) => [check, finding.split(':')[0]]),
    [
      ['users', '1 user(s) have no audience'],
      ['users', '1 user(s) have no role'],
    ],
  );
  const connection = await db.sql.reserve();
  try {
    for (const statement of found.flatMap(({ sql }) => sql)) await connection.unsafe(statement);
  } finally {
    connection.release();
  }
  assert.equal(await aud_and_role(), ['authenticated/authenticated']);
  const given = await db.sql`select sign_up_role from auth.users`;
  assert.equal([...given], [{ sign_up_role: 'authenticated' }], 'the role is still the default');
  assert.equal(await doctorFindings(), []);
});

test('a changed default: doctor reports the users of the old one, and changes nothing by itself', async () => {
  // The role is not `authenticated`, because the test server may have a role of that name.
  await db.sql`update auth.users set role = 'people', sign_up_role = 'people'`;
  const found = await doctorFindings({ SVC_JWT_AUD: 'members', SVC_JWT_DEFAULT_GROUP_NAME: "o'hara" });
  assert.equal(
    found.map(({ finding, sql }) => [finding, sql]),
    [
      ['1 user(s) have the audience "authenticated", which no setting names', []],
      ['1 user(s) have the role "people", which no setting names', []],
    ],
  );
  assert.match(found[0]?.advice ?? '', /update "?auth"?\."?users"? set aud = 'members' where aud = 'authenticated';/);
  assert.match(found[1]?.advice ?? '', /set role = 'o''hara', sign_up_role = case .* end where role = 'people';/);
  // doctor reports no role that a setting names or that exists on the server.
  await db.sql`update auth.users set role = 'service_role'`;
  assert.equal(await doctorFindings(), []);
  await db.sql`update auth.users set role = 'auth_auditor'`;
  assert.equal(await doctorFindings(), []);
  await db.sql`update auth.users set role = ${'x\n\\! id'}`;
  const [line] = await doctorFindings();
  assert.match(line?.finding ?? '', String.raw`the role "x\n\\! id"`);
  assert.not.match(`${line?.finding}${line?.advice}`, '\n');
});

test.run();
