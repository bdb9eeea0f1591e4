// The MFA verification hook, as a SQL function and as an HTTP server, with auth-js.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, claimsOf, expectData, sessionOf } from '../../support/clients/client.ts';
import {
  createHookSchema,
  defineHook,
  functionHookSettings,
  serverHookSettings,
} from '../../support/database/hooks.ts';
import { bearer, startStack } from '../../support/processes/stack.ts';
import { startThirdParty, type ThirdPartyResponse } from '../../support/providers/third_party.ts';
import { createPerson, createPersonWithTotp, enrollTotp, sessionOfClient, signIn } from './app.ts';

const HOOK = 'mfa_verification_attempt';
const TESTED = '4915200000001';
const COMMON = {
  SVC_MFA_PHONE_ENROLL_ENABLED: 'true',
  SVC_MFA_PHONE_VERIFY_ENABLED: 'true',
  SVC_SMS_TEST_OTP: `${TESTED}:424242`,
};
const server = await startThirdParty();
const stack = await startStack({ env: { ...COMMON, ...functionHookSettings(HOOK, 'custom_access_token') } });
const asking = await stack.another({ ...COMMON, ...serverHookSettings(server.url, HOOK) });
test.after(async () => {
  await stack.close();
  await server.close();
});
const { db } = stack;
await createHookSchema(db);

const NOTE = `insert into app.notes values (event::text);`;
const JSON_TYPE = { 'content-type': 'application/json' };
const DEFAULT = 'Further MFA verification attempts will be rejected.';
type Event = { metadata: { name: string }; user_id: string; factor_id: string; factor_type: string; valid: boolean };
const summed = ({ metadata, ...rest }: Event) => ({ ...rest, name: metadata.name });
const notes = async (): Promise<Event[]> =>
  (await db.sql<{ note: string }[]>`delete from app.notes returning note`).map(({ note }) => JSON.parse(note) as Event);

/** Sets the hook server's responses. Returns the received events. */
function setHookResponses(answer: (event: Event) => ThirdPartyResponse | 'cut'): Event[] {
  const events: Event[] = [];
  server.behaviour = ({ body }) => {
    const event = JSON.parse(body) as Event;
    events.push(event);
    const reply = answer(event);
    return reply === 'cut' ? reply : { headers: JSON_TYPE, ...reply };
  };
  return events;
}
const missed = async (factor_id: string): Promise<number> => {
  const [row] = await db.sql<
    { n: number }[]
  >`select coalesce(sum(cardinality(missed)), 0)::integer as n from auth.attempts
    where digest = auth_lib.attempt_digest('factor', ${factor_id})`;
  return row?.n ?? 0;
};
const live = async (id: string): Promise<number> =>
  (await db.sql`select from auth.sessions where user_id = ${id} and revoked_at is null`).length;

test('a function gets right and wrong codes of apps and phones, not recovery codes; right ones cost no attempt', async () => {
  await defineHook(db, HOOK, `${NOTE} return '{"decision": "continue"}';`);
  await defineHook(
    db,
    'custom_access_token',
    `return jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('how', event ->> 'authentication_method'));`,
  );
  const { client, id } = await createPerson(stack);
  const app = await enrollTotp(client);
  assertClientError(await client.mfa.challengeAndVerify({ factorId: app.factorId, code: '000000' }), [
    422,
    'mfa_verification_failed',
    /./,
  ]);
  assert.is(await missed(app.factorId), 3);
  expectData(await client.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() }));
  assert.is(await missed(app.factorId), 3);
  const { access_token } = await sessionOfClient(client);
  assert.equal([claimsOf(access_token).aal, claimsOf(access_token).how], ['aal2', 'totp']);
  assert.is(claimsOf(sessionOf(await client.refreshSession()).access_token).how, 'token_refresh');
  const phone = expectData(await client.mfa.enroll({ factorType: 'phone', phone: TESTED, friendlyName: 'phone' }));
  expectData(await client.mfa.challengeAndVerify({ factorId: phone.id, code: '424242' }));
  assert.is(await missed(phone.id), 0);
  const strong = bearer((await sessionOfClient(client)).access_token);
  const { body } = await stack.post('/factors/recovery-codes', {}, strong);
  const [code] = body.codes as string[];
  assert.is((await stack.post('/factors/recovery-codes/verify', { code }, strong)).status, 200);
  await defineHook(db, 'custom_access_token');
  const about = { name: 'mfa-verification', user_id: id };
  assert.equal((await notes()).map(summed), [
    { user_id: id, factor_id: app.factorId, factor_type: 'totp', valid: false, name: about.name },
    { user_id: id, factor_id: app.factorId, factor_type: 'totp', valid: true, name: about.name },
    { user_id: id, factor_id: phone.id, factor_type: 'phone', valid: true, name: about.name },
  ]);
});

for (const [what, node] of [
  ['a function', stack],
  ['a server', asking],
] as const) {
  const reject = async (more: object) => {
    setHookResponses(() => ({ body: { decision: 'reject', ...more } }));
    await defineHook(db, HOOK, `return '${JSON.stringify({ decision: 'reject', ...more })}';`);
  };

  test(`${what} rejects a right code: no session of aal2, and all sessions of the user end`, async () => {
    await defineHook(db, HOOK);
    const { app, ...someone } = await createPersonWithTotp(stack);
    const client = await signIn({ ...stack, url: node.url }, someone);
    await reject({ message: 'not from here' });
    const answer = await client.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() });
    assertClientError(answer, [403, 'mfa_verification_rejected', 'not from here']);
    assert.is(await live(someone.id), 0, 'the session of aal2 ended as well');
    assertClientError(await client.refreshSession(), [400, 'refresh_token_not_found', /./]);
    const again = await signIn({ ...stack, url: node.url }, someone);
    await reject({});
    const wrong = await again.mfa.challengeAndVerify({ factorId: app.factorId, code: '000000' });
    assertClientError(wrong, [403, 'mfa_verification_rejected', DEFAULT]);
    assert.is(await live(someone.id), 0);
    await defineHook(db, HOOK);
    const fresh = await signIn(stack, someone);
    expectData(await fresh.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code(1) }));
  });

  test(`${what} that fails raises no session, and gives no free attempts`, async () => {
    await defineHook(db, HOOK);
    const { app, client } = await createPersonWithTotp(stack);
    const token = bearer((await sessionOfClient(client)).access_token);
    const path = `/factors/${app.factorId}`;
    const verify = async (code: string): Promise<unknown> => {
      const { body } = await node.post(`${path}/challenge`, {}, token);
      return (await node.post(`${path}/verify`, { challenge_id: body.id, code }, token)).body.error_code;
    };
    // The hook fails for a wrong and for a correct code, in different ways. Both failures count as attempts.
    await defineHook(
      db,
      HOOK,
      `if not (event ->> 'valid')::boolean then raise exception 'x'; end if; return '{"decision": "perhaps"}';`,
    );
    setHookResponses(({ valid }) => (valid ? { body: { decision: 'perhaps' } } : { status: 500 }));
    assert.is(await verify(app.code()), 'unexpected_failure');
    assert.is(await missed(app.factorId), 3);
    const codes: unknown[] = [];
    for (let guess = 0; guess < 10; guess += 1) codes.push(await verify('000000'));
    assert.equal(codes, [...Array(9).fill('unexpected_failure'), 'over_request_rate_limit']);
    assert.is(await verify(app.code()), 'over_request_rate_limit');
  });
}

test('a server is asked once about a code, before anything is stored for the call; the code works once', async () => {
  const before = setHookResponses(() => ({ body: { decision: 'continue' } }));
  await defineHook(db, HOOK);
  const { app, ...someone } = await createPersonWithTotp(stack);
  const client = await signIn({ ...stack, url: asking.url }, someone);
  const code = app.code();
  expectData(await client.mfa.challengeAndVerify({ factorId: app.factorId, code }));
  assert.equal(
    before.map(({ valid }) => valid),
    [true],
  );
  assert.is(claimsOf((await sessionOfClient(client)).access_token).aal, 'aal2');
  const other = await signIn({ ...stack, url: asking.url }, someone);
  assertClientError(await other.mfa.challengeAndVerify({ factorId: app.factorId, code }), [
    422,
    'mfa_verification_failed',
    /./,
  ]);
});

test('of parallel attempts with one code, all accepted by the server, one raises a session', async () => {
  await defineHook(db, HOOK);
  const { app, ...someone } = await createPersonWithTotp(stack);
  const waiting: (() => void)[] = [];
  server.behaviour = async () => {
    // Waits until the server has received all requests, then responds to all.
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= 5) for (const go of waiting) go();
    });
    return { headers: JSON_TYPE, body: { decision: 'continue' } };
  };
  const clients = await Promise.all(Array.from({ length: 5 }, () => signIn({ ...stack, url: asking.url }, someone)));
  const code = app.code();
  const answers = await Promise.all(
    clients.map((client) => client.mfa.challengeAndVerify({ factorId: app.factorId, code })),
  );
  assert.is(answers.filter(({ error }) => error === null).length, 1);
});

test.run();
