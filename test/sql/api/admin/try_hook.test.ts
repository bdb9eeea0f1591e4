// try_hook: calls a function as a request would, and reports errors in its answer.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { createApp, defineHook } from '../../../support/database/hooks.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());
await createApp(db);

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

const attempt = async (hook: string, event: object = { claims: CLAIMS }) => {
  const settings = JSON.stringify({ hooks: { [hook]: { schema: 'app', function: hook } } });
  const [row] = await db.sql<{ tried: { answer: object; wrong: string | null } }[]>`
    select auth_api.try_hook(hook => ${hook}, event => ${JSON.stringify(event)}::text::jsonb, settings => ${settings}::text::jsonb) as tried`;
  return row?.tried;
};

test('checks claims as those of a token', async () => {
  assert.equal(await attempt('custom_access_token'), { answer: { claims: CLAIMS }, wrong: null });
  await defineHook(db, 'custom_access_token', `return jsonb_build_object('claims', (event -> 'claims') - 'sub');`);
  assert.is((await attempt('custom_access_token'))?.wrong, '(root): sub is required');
  await defineHook(db, 'custom_access_token', `return '{}';`);
  assert.is((await attempt('custom_access_token'))?.wrong, 'output claims field is missing');
});

test('checks every required claim, and every type', async () => {
  const wrong = async (change: object) => {
    const [row] = await db.sql<{ wrong: string | null }[]>`
      select auth_lib.wrong_claims(${JSON.stringify(CLAIMS)}::text::jsonb, ${JSON.stringify({ ...CLAIMS, ...change })}::text::jsonb) as wrong`;
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
  assert.equal((await attempt('mfa_verification_attempt'))?.answer, { decision: 'continue' });
  await defineHook(db, 'mfa_verification_attempt', `return '{}';`);
  const error = await attempt('mfa_verification_attempt').catch((thrown: unknown) => thrown);
  assert.is((error as Error).message, 'Error unmarshaling JSON output.');
});

test("the decision on a second factor: continue, or the hook's message", async () => {
  const verdict = async () => {
    const settings = JSON.stringify({
      hooks: { mfa_verification_attempt: { schema: 'app', function: 'mfa_verification_attempt' } },
    });
    const [row] = await db.sql<{ verdict: string | null }[]>`
      select auth_lib.factor_verdict(gen_random_uuid(), gen_random_uuid(), 'totp', false, ${settings}::text::jsonb, null) as verdict`;
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
