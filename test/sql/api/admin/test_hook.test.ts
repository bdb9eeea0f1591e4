// Tests of test_hook.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHookSchema, defineHook } from '../../../support/database/hooks.ts';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { adminAuditEntry, assertAdministratorsOnly } from './admin.ts';
import { WRITE_ARGUMENTS } from './webhooks.ts';

const sql_api = await openSqlApi();
const { db } = sql_api;
test.after(() => db.drop());
await createHookSchema(db);

const HOOK = 'before_user_created';
const asked = { hook: HOOK, target: { schema: 'app', function: HOOK }, event: { user: { email: 'ada@example.com' } } };
const attempt = () => sql_api.call('test_hook', { ...WRITE_ARGUMENTS, ...asked });

const CLAIMS = {
  aud: 'authenticated',
  exp: 2,
  iat: 1,
  sub: 'a',
  email: '',
  phone: '',
  role: 'authenticated',
  aal: 'aal1',
  session_id: 'b',
  is_anonymous: false,
};

const tried = (hook: string, event: object = { claims: CLAIMS }) =>
  sql_api.call('test_hook', { ...WRITE_ARGUMENTS, hook, target: { schema: 'app', function: hook }, event });
const notes = async () => (await db.sql`select 1 from app.notes`).length;

test('administrators only', () => assertAdministratorsOnly(sql_api, 'test_hook', asked));

test('returns the response of the function and rolls back its writes', async () => {
  await defineHook(db, HOOK, `insert into app.notes values ('x'); return jsonb_build_object('seen', event -> 'user');`);
  const changed = await sql_api.changes(async () => {
    assert.equal(await attempt(), { answer: { seen: { email: 'ada@example.com' } }, wrong: null, error: null });
  });
  assert.equal(changed, ['audit_log']);
  assert.is(await notes(), 0);
  assert.equal(await sql_api.audited(), adminAuditEntry('hook_tested', { hook: HOOK }));
});

test('reports the error of a function that fails, and of an answer that holds one', async () => {
  for (const [body, error] of [
    [`insert into app.notes values ('x'); perform 1 / 0; return '{}';`, 'division by zero (22012)'],
    [`return '{"error": {"message": "No guests", "http_code": 403}}';`, 'No guests'],
    [`return 'null';`, 'Error unmarshaling JSON output.'],
  ] as const) {
    await defineHook(db, HOOK, body);
    assert.equal(await attempt(), { answer: null, wrong: null, error });
    assert.is(await notes(), 0);
  }
});

test('a function that leaves something in the session ends the call', async () => {
  await defineHook(db, HOOK, `set statement_timeout = 0; return '{}';`);
  const error = await attempt().catch((thrown: unknown) => thrown);
  assert.match(String((error as Error).message), /hook/i);
});

test('checks claims as those of a token', async () => {
  assert.equal(await tried('custom_access_token'), { answer: { claims: CLAIMS }, wrong: null, error: null });
  await defineHook(db, 'custom_access_token', `return jsonb_build_object('claims', (event -> 'claims') - 'sub');`);
  assert.is((await tried('custom_access_token')).wrong, '(root): sub is required');
  await defineHook(db, 'custom_access_token', `return '{}';`);
  assert.is((await tried('custom_access_token')).wrong, 'output claims field is missing');
});

test('checks every required claim, and every type', async () => {
  const wrong = async (change: object) => {
    const [row] = await db.sql<{ wrong: string | null }[]>`
      select auth_lib.claim_errors(${JSON.stringify(CLAIMS)}::text::jsonb, ${JSON.stringify({ ...CLAIMS, ...change })}::text::jsonb) as wrong`;
    return row?.wrong;
  };
  for (const claim of Object.keys(CLAIMS)) {
    assert.is(await wrong({ [claim]: undefined }), `(root): ${claim} is required`);
    assert.match(
      String(await wrong({ [claim]: { x: 1 } })),
      new RegExp(`^${claim}: Invalid type\\. Expected: .*, given: object`),
    );
    assert.match(String(await wrong({ [claim]: null })), new RegExp(`^${claim}: Invalid type\\..*given: null`));
  }
  const OPTIONAL = { jti: 1, iss: 1, nbf: 'x', app_metadata: [], user_metadata: 'x', amr: {}, client_id: 1 };
  for (const [claim, value] of Object.entries(OPTIONAL)) {
    assert.match(String(await wrong({ [claim]: value })), new RegExp(`^${claim}: Invalid type`));
  }
  for (const claim of ['sub', 'session_id', 'aal'])
    assert.is(await wrong({ [claim]: 'other' }), `${claim}: must stay as it is`);
  assert.is(await wrong({ is_anonymous: true }), 'is_anonymous: must stay as it is');
  assert.is(await wrong({ exp: 3 }), 'exp: must not be later');
  assert.is(await wrong({ x: 'x'.repeat(11_500) }), '(root): longer than 11500 bytes');
  const good = {
    aud: ['a'],
    exp: 1,
    role: 'editor',
    email: 'x',
    phone: 'y',
    jti: 'x',
    iss: 'x',
    nbf: 1,
    amr: [],
    app_metadata: {},
  };
  assert.is(await wrong(good), null);
});

test('an attempt needs a decision', async () => {
  assert.equal((await tried('mfa_verification_attempt')).answer, { decision: 'continue' });
  await defineHook(db, 'mfa_verification_attempt', `return '{}';`);
  assert.is((await tried('mfa_verification_attempt')).error, 'Error unmarshaling JSON output.');
});

test("the decision on a second factor: continue, or the hook's message", async () => {
  const verdict = async () => {
    const settings = JSON.stringify({
      hooks: { mfa_verification_attempt: { schema: 'app', function: 'mfa_verification_attempt' } },
    });
    const [row] = await db.sql<{ verdict: string | null }[]>`
      select auth_lib.invoke_factor_hook(gen_random_uuid(), gen_random_uuid(), 'totp', false, ${settings}::text::jsonb, null) as verdict`;
    return row?.verdict;
  };
  await defineHook(
    db,
    'mfa_verification_attempt',
    `return jsonb_build_object('decision', 'reject', 'message', event ->> 'factor_type' || ' ' || (event ->> 'valid'));`,
  );
  assert.is(await verdict(), 'totp false');
  await defineHook(db, 'mfa_verification_attempt', `return '{"decision": "reject"}';`);
  assert.is(await verdict(), 'Further MFA verification attempts will be rejected.');
  await defineHook(db, 'mfa_verification_attempt');
  assert.is(await verdict(), null);
});

test.run();
