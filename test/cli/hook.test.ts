// postern hook, and doctor's findings about hook functions.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { createHookSchema, defineHook, functionHookSettings, serverHookSettings } from '../support/database/hooks.ts';
import { runInside } from '../support/processes/inside.ts';
import { startThirdParty } from '../support/providers/third_party.ts';
import { environmentFor, runJson } from './admin.ts';

const db = await createDatabase();
const server = await startThirdParty();
test.after(async () => {
  await server.close();
  await db.drop();
});
await createHookSchema(db);
const env = environmentFor(db, {
  ...functionHookSettings('custom_access_token', 'before_user_created'),
  ...serverHookSettings(server.url, 'send_sms', 'password_verification_attempt'),
});

test('list prints the target of each hook, and no secret', async () => {
  const { hooks } = (await runJson(['hook', 'list'], env)) as {
    hooks: { name: string; on: boolean; leads_to: string }[];
  };
  assert.equal(
    hooks.filter(({ on }) => on).map(({ name, leads_to }) => [name, leads_to]),
    [
      ['custom_access_token', 'function app.custom_access_token'],
      ['send_sms', `${server.url}/send_sms`],
      ['password_verification_attempt', `${server.url}/password_verification_attempt`],
      ['before_user_created', 'function app.before_user_created'],
    ],
  );
  const { stdout } = await runInside(['hook', 'list'], { env });
  assert.match(stdout, /custom_access_token +yes/);
  assert.match(stdout, /send_email +no/);
  assert.not.match(stdout, /whsec/);
});

test('test calls a function with a sample, reports errors in its answer, and rolls back', async () => {
  await defineHook(
    db,
    'custom_access_token',
    `insert into app.notes values ('x'); return jsonb_build_object('claims', event -> 'claims' || '{"plan": "gold"}');`,
  );
  const good = await runJson(['hook', 'test', 'custom_access_token'], env);
  assert.equal([good.wrong, (good.answer as { claims: { plan: string } }).claims.plan], [null, 'gold']);
  assert.equal([...(await db.sql`select * from app.notes`)], []);
  await defineHook(db, 'custom_access_token', `return jsonb_build_object('claims', (event -> 'claims') - 'sub');`);
  const { code, stdout } = await runInside(['hook', 'test', 'custom_access_token'], { env });
  assert.is(code, 1);
  assert.match(stdout, /Requests would fail: \(root\): sub is required/);
  await defineHook(db, 'custom_access_token', `perform count(*) from auth.passwords; return '{}';`);
  const denied = await runInside(['hook', 'test', 'custom_access_token'], { env });
  assert.is(denied.code, 1);
  assert.match(denied.stderr, /The function failed: permission denied for table passwords \(42501\)/);
});

test('test sends a signed request to a server, and reports what it rejects', async () => {
  server.behaviour = () => ({ headers: { 'content-type': 'application/json' }, body: { decision: 'perhaps' } });
  const ended = await runInside(['hook', 'test', 'password_verification_attempt'], { env });
  assert.is(ended.code, 1);
  assert.match(ended.stdout, /neither continue nor reject/);
  assert.match(String(server.last().headers['webhook-signature']), /^v1,/);
  server.behaviour = () => ({
    headers: { 'content-type': 'application/json' },
    body: { error: { http_code: 403, message: 'not here' } },
  });
  const refused = await runInside(['hook', 'test', 'send_sms'], { env });
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /The hook failed: not here \(403\)/);
  const off = await runInside(['hook', 'test', 'send_email'], { env });
  assert.match(off.stderr, /SVC_HOOK_SEND_EMAIL_ENABLED is not set/);
});

interface Finding {
  check: string;
  finding: string;
  sql: string[];
}

const findings = async () => {
  const { stdout } = await runInside(['doctor', '--json'], { env });
  return (JSON.parse(stdout) as { findings: Finding[] }).findings.filter(({ check }) => check === 'hooks');
};

test('doctor finds a missing function, one that its role may not call and one that everybody may call; its SQL repairs them', async () => {
  await defineHook(db, 'custom_access_token');
  assert.equal(await findings(), []);
  await db.sql.unsafe(`revoke execute on function app.custom_access_token from auth_hooks;
    revoke usage on schema app from auth_hooks;
    grant execute on function app.before_user_created to public`);
  const found = await findings();
  assert.equal(
    found.map(({ finding }) => finding),
    [
      'auth_hooks may not call app.custom_access_token(jsonb), which SVC_HOOK_CUSTOM_ACCESS_TOKEN_URI names',
      'auth_hooks may not call app.before_user_created(jsonb), which SVC_HOOK_BEFORE_USER_CREATED_URI names',
      'everybody may call app.before_user_created(jsonb), which SVC_HOOK_BEFORE_USER_CREATED_URI names, with forged events',
    ],
  );
  for (const statement of found.flatMap(({ sql }) => sql)) await db.sql.unsafe(statement);
  assert.equal(await findings(), []);
  await db.sql.unsafe('alter function app.before_user_created security definer');
  const [definer] = await findings();
  assert.match(String(definer?.finding), /runs with all rights of postgres/);
  await db.sql.unsafe('drop function app.before_user_created');
  const [missing] = await findings();
  assert.match(String(missing?.finding), /names app\.before_user_created\(jsonb\), which does not exist/);
});

test('a hook with an unreadable URI or secret stops the start with an error that does not show it', async () => {
  const faulty = {
    SVC_HOOK_SEND_EMAIL_URI: 'http://hooks.example.com/x',
    SVC_HOOK_SEND_SMS_SECRETS: 'v1,whsec_short',
    SVC_HOOK_AFTER_USER_CREATED_ENABLED: 'true',
    SVC_HOOK_BEFORE_USER_CREATED_URI: 'pg-functions://postgres/app/drop table',
    SVC_HOOK_MFA_VERIFICATION_ATTEMPT_SECRETS: 'v1a,whpk_x:whsk_y',
  };
  const { code, stderr } = await runInside(['serve'], { env: { ...env, ...faulty } });
  assert.is(code, 1);
  for (const sentence of [
    'SVC_HOOK_SEND_EMAIL_URI: must be https, or http on this machine',
    'SVC_HOOK_SEND_SMS_SECRETS: must be v1,whsec_ and 32 to 88 characters',
    'SVC_HOOK_AFTER_USER_CREATED_URI: is required',
    'SVC_HOOK_BEFORE_USER_CREATED_URI: must name a function',
    'SVC_HOOK_MFA_VERIFICATION_ATTEMPT_SECRETS: asymmetric secrets',
  ])
    assert.ok(stderr.includes(sentence), `${sentence}\n${stderr}`);
  assert.not.match(stderr, /whsec_short|whsk_y/);
});

test.run();
