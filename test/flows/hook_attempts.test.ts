// A failing password hook admits nobody, and each sign-in at which the hook fails counts against the attempt limit.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHookSchema, defineHook, functionHookSettings, serverHookSettings } from '../support/database/hooks.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';
import { startThirdParty } from '../support/providers/third_party.ts';

const HOOK = 'password_verification_attempt';
const PASSWORD = 'correct horse battery';
const MOST = 4;
const COMMON = { SVC_SECURITY_MAX_PASSWORD_FAILURES: String(MOST), SVC_MAILER_AUTOCONFIRM: 'true' };
const server = await startThirdParty();
const stack = await startStack({ worker: false, env: { ...COMMON, ...functionHookSettings(HOOK) } });
const asking = await stack.another({ ...COMMON, ...serverHookSettings(server.url, HOOK) });
test.after(async () => {
  await stack.close();
  await server.close();
});
await createHookSchema(stack.db);

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sets the error that the hook returns for a correct and for a wrong password. */
async function setHookErrors(right: string | null, wrong: string | null): Promise<void> {
  const messageOf = (what: string | null): string =>
    what === null ? `return '{"decision": "continue"}';` : `raise exception '${what}' using errcode = 'PT418';`;
  await defineHook(
    stack.db,
    HOOK,
    `if (event ->> 'valid')::boolean then ${messageOf(right)} else ${messageOf(wrong)} end if;`,
  );
  server.behaviour = ({ body }) => {
    const message = (JSON.parse(body) as { valid: boolean }).valid ? right : wrong;
    const answer = message === null ? { decision: 'continue' } : { error: { http_code: 418, message } };
    return { headers: JSON_TYPE, body: answer };
  };
}

async function createMember(): Promise<string> {
  await setHookErrors(null, null);
  const email = newEmail();
  assert.is((await stack.post('/signup', { email, password: PASSWORD })).status, 200);
  return email;
}

for (const [what, node] of [
  ['a function', stack],
  ['a server', asking],
] as const) {
  const attempt = async (email: string, password: string): Promise<number> =>
    (await node.post('/token?grant_type=password', { email, password })).status;

  test(`the attempt limit applies to ${what} that fails, even if it distinguishes right from wrong`, async () => {
    const email = await createMember();
    await setHookErrors('right', 'wrong');
    const statuses: number[] = [];
    for (let guess = 0; guess < MOST + 2; guess += 1) statuses.push(await attempt(email, 'wrong password'));
    assert.equal(statuses, [418, 418, 418, 418, 429, 429]);
    assert.is(await attempt(email, PASSWORD), 429, 'the right one is not even looked at');
    await setHookErrors(null, null);
    assert.is(await attempt(email, PASSWORD), 429, 'nor once the hook is well again');
  });

  test(`${what} that fails at the right password lets no one in, and the attempt counts; a success resets the count`, async () => {
    const email = await createMember();
    await setHookErrors('right', null);
    assert.equal(
      [await attempt(email, 'wrong'), await attempt(email, PASSWORD), await attempt(email, PASSWORD)],
      [400, 418, 418],
    );
    await setHookErrors(null, null);
    assert.is(await attempt(email, PASSWORD), 200);
    for (let guess = 0; guess < MOST; guess += 1) assert.is(await attempt(email, 'wrong'), 400);
    assert.is(await attempt(email, PASSWORD), 429);
  });
}

test('of parallel attempts no more than the limit reach the hook', async () => {
  const email = await createMember();
  await setHookErrors('right', 'wrong');
  const wrong = () => asking.post('/token?grant_type=password', { email, password: 'wrong' });
  assert.is((await wrong()).status, 418);
  server.requests.length = 0;
  let answers: Promise<{ status: number }[]> | undefined;
  await stack.db.sql.begin(async (sql) => {
    await sql`select from auth.attempts for update`;
    answers = Promise.all(Array.from({ length: 20 }, wrong));
    // Waits until MOST attempts are blocked by the lock of the counter row. An attempt is counted before the hook is
    // called.
    for (let looks = 0; ; looks += 1) {
      const [row] = await stack.db.sql`select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      if (row?.waiting >= MOST) break;
      assert.ok(looks < 500, 'nobody waits');
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  });
  const statuses = ((await answers) ?? []).map(({ status }) => status).sort();
  assert.equal(statuses, [...Array(MOST - 1).fill(418), ...Array(21 - MOST).fill(429)]);
  assert.is(server.requests.length, MOST - 1);
});

test.run();
