// Account take-over before confirmation, in SQL, for every order of up to three requests after the first sign-up.
//
// Invariant: let P be the password of the sign-up that created the account, M a mail, and "proof" the consumption of
// M's link or code by the mailbox owner. After the proof, P signs in if and only if
//   1. M is a confirmation mail sent by that sign-up, or by a /signup or /resend that continues it without a break:
//      no /otp or /magiclink has replaced the confirmation in between (/recover sends a separate mail, whose links and
//      codes never install P), and
//   2. no /signup with another password was requested for the address before the proof, not even one that got 429.
// Another password Q of a later sign-up never signs in, whichever mail is used. The proof's session is the only one.
// A mail that a newer one of its kind has replaced confirms nothing.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { movableClock } from '../support/database/clock.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import {
  type Answer,
  api,
  type Connection,
  codeOf,
  refusedCode,
  SETTINGS,
  type TokenRow,
} from '../support/database/surface.ts';
import { newEmail } from '../support/processes/stack.ts';
import type { ProofKind, World } from './first_password.ts';
import {
  ACTIONS,
  type Action,
  act,
  FIRST,
  FIRST_PASSWORD,
  type Model,
  OTHER_PASSWORD,
  PROOFS,
  proof,
} from './first_password.ts';

const DEPTH = 3;
let db: TestDatabase;
let forward: World['forward'];

test.before(async () => {
  db = await createDatabase();
  forward = await movableClock(db.sql);
});
test.after(() => db.drop());

const counted = { sequences: 0, proofs: 0 };

test('the invariant holds for every order of up to three requests after the first sign-up, and every proof after each', async () => {
  // Run each branch in its own transaction: many rolled-back rows of one long transaction slow down the others.
  const queue: (Action | undefined)[] = [undefined, ...ACTIONS];
  const lane = async (): Promise<void> => {
    while (queue.length > 0) await branch(queue.shift());
  };
  await Promise.all([lane(), lane(), lane()]);
  const orders = 1 + ACTIONS.length + ACTIONS.length ** 2 + ACTIONS.filter(({ twin }) => !twin).length ** 3;
  assert.is(counted.sequences, orders);
  console.log(`${counted.sequences} orders, ${counted.proofs} proofs`);
});

// Each mutation removes one rule. The exploration above must then find a sequence in which a password signs in.
const MUTATIONS: Record<string, string> = {
  'another password voids nothing': `create or replace function auth_lib.void_pending_password(user_id uuid, computed text)
    returns void language sql volatile as $$ select null::void $$`,
  'a recovery installs what waits': `do $$ begin execute replace(
    pg_get_functiondef('auth_lib.consume_token'::regproc), 'token.carries_password and', ''); end $$`,
};

for (const [hole, statement] of Object.entries(MUTATIONS)) {
  test(`the exploration detects a planted hole: ${hole}`, async () => {
    const planted = db.sql
      .begin(async (sql) => {
        await sql.unsafe(statement);
        const world = { sql, email: newEmail(), forward };
        const tokens = await act(world, FIRST);
        await explore(world, [FIRST], { unbroken: true, unanimous: true }, tokens, []);
        throw new DoneError();
      })
      .then(
        () => 'committed',
        (error: unknown) => error,
      );
    assert.instance(await planted, assert.Assertion, hole);
  });
}

/** Explores all orders that start with an action; without one, only the first sign-up. */
async function branch(second: Action | undefined): Promise<void> {
  await db.sql
    .begin(async (sql) => {
      const world = { sql, email: newEmail(), forward };
      const tokens = await act(world, FIRST);
      const model = FIRST.after({ unbroken: false, unanimous: false });
      if (second) await explore(world, [FIRST], model, tokens, [], [second]);
      else await prove(world, [FIRST], model, tokens, []);
      throw new DoneError();
    })
    .catch(onlyDone);
}

/** Thrown after the assertions hold, to roll back a transaction. */
class DoneError extends Error {}
function onlyDone(error: unknown): void {
  if (!(error instanceof DoneError)) throw error;
}

async function explore(
  world: World,
  path: readonly Action[],
  model: Model,
  live: readonly TokenRow[],
  dead: readonly string[],
  actions: readonly Action[] = ACTIONS,
): Promise<void> {
  for (const action of actions) {
    await rolledBack(world.sql, async () => {
      const tokens = await act(world, action);
      const gone = [...dead, ...live.map((token) => token.id).filter((id) => !tokens.some((token) => token.id === id))];
      const next = action.after(model);
      const longer = [...path, action];
      await prove(world, longer, next, tokens, gone);
      if (longer.length > DEPTH) return;
      const last = longer.length === DEPTH;
      const further = last ? ACTIONS.filter(({ twin }) => !twin) : ACTIONS;
      if (!last || longer.every(({ twin }) => !twin)) await explore(world, longer, next, tokens, gone, further);
    });
  }
}

async function rolledBack(sql: Connection, work: () => Promise<void>): Promise<void> {
  await sql.unsafe('savepoint before');
  await work();
  await sql.unsafe('rollback to savepoint before; release savepoint before');
}

/**
 * Consumes each live mail in each way. Each attempt starts from the same state, restored by a rollback. After long action
 * orders, each mail is tried in one way only, in rotation.
 */
async function prove(
  world: World,
  path: readonly Action[],
  model: Model,
  live: readonly TokenRow[],
  dead: readonly string[],
) {
  counted.sequences += 1;
  const order = path.map((action) => action.name).join(', ');
  for (const id of dead) {
    const answer = await api(world.sql, 'follow_link', { type: 'email', link: { id, pkce: false } });
    assert.is(refusedCode(answer), 'otp_expired', `${order}: a replaced link`);
  }
  assert.is.not(live.length, 0, order);
  for (const token of live) {
    const ways =
      path.length <= DEPTH - 1
        ? PROOFS
        : [PROOFS[(counted.proofs + token.id.charCodeAt(0)) % PROOFS.length] as ProofKind];
    for (const way of ways) {
      await rolledBack(world.sql, () => proveBy(world, order, model, token, way));
    }
  }
}

async function proveBy(world: World, order: string, model: Model, token: TokenRow, way: ProofKind): Promise<void> {
  counted.proofs += 1;
  const { sql, email } = world;
  const { call, args } = proof(way, token, email, codeOf(token));
  const about = `${order}; ${token.kind} ${way}`;
  const answer = await api(sql, call, args);
  assert.is((answer.body as Answer | undefined)?.token_type, 'bearer', `${about}: ${JSON.stringify(answer)}`);

  const [after] = await sql.unsafe<
    { first: Answer; other: Answer; sessions: number; confirmed: boolean; pending: number }[]
  >(
    `select (select count(*)::int from auth.sessions as s where s.user_id = $4::uuid) as sessions,
            (select count(*)::int from auth.pending_passwords as p where p.user_id = $4::uuid) as pending,
            (select u.email_confirmed_at is not null from auth.users as u where u.id = $4::uuid) as confirmed,
            auth_api.sign_in_with_password($1, null, $2, null, $5::jsonb, '{}') as first,
            auth_api.sign_in_with_password($1, null, $3, null, $5::jsonb, '{}') as other`,
    [email, FIRST_PASSWORD, OTHER_PASSWORD, token.user_id, SETTINGS as never],
    { prepare: true },
  );
  const works = token.kind === 'confirmation' && model.unbroken && model.unanimous;
  assert.is(refusedCode(after?.first ?? {}), works ? undefined : 'invalid_credentials', `${about}: the first password`);
  assert.is(refusedCode(after?.other ?? {}), 'invalid_credentials', `${about}: the other password`);
  assert.is(after?.sessions, 1, `${about}: sessions`);
  assert.is(after?.pending, 0, `${about}: a password still waits`);
  assert.ok(after?.confirmed, `${about}: not confirmed`);
}

test.run();
