// Account takeover before confirmation: every sequence of up to three requests after the first sign-up, in SQL.
// Sequences of three omit a request that has the same effect as another one. After the mailbox owner has used a link or
// code, the password of the first sign-up is valid if and only if two conditions are met. First, the link or code is in
// a confirmation mail of that sign-up, or of a /signup or /resend that follows it without an /otp or /magiclink
// between. Second, no /signup for the address had another password, not even one that returned 429. The password of a
// later sign-up is never valid. The owner's session is the only session. A mail that a newer mail of its kind has
// replaced confirms nothing.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMovableClock } from '../support/database/clock.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import {
  api,
  type CallResult,
  type Connection,
  codeOf,
  returnedErrorCode,
  SETTINGS,
  type TokenRow,
} from '../support/database/sql_api.ts';
import { newEmail } from '../support/processes/stack.ts';
import type { ConfirmationKind, SignUpRun } from './first_password.ts';
import {
  ACTIONS,
  CONFIRMATION_KINDS,
  confirmationCall,
  type ExpectedState,
  FIRST_PASSWORD,
  FIRST_SIGN_UP,
  OTHER_PASSWORD,
  performAction,
  type SignUpAction,
} from './first_password.ts';

const DEPTH = 3;
let db: TestDatabase;
let forward: SignUpRun['forward'];

test.before(async () => {
  db = await createDatabase();
  forward = await createMovableClock(db.sql);
});
test.after(() => db.drop());

const counted = { sequences: 0, proofs: 0 };

test('the invariant holds for every order of up to three requests after the first sign-up, and every proof after each', async () => {
  // Runs each branch in its own transaction, because many rolled-back rows in one long transaction slow down later
  // statements.
  const queue: (SignUpAction | undefined)[] = [undefined, ...ACTIONS];
  const lane = async (): Promise<void> => {
    while (queue.length > 0) await exploreBranch(queue.shift());
  };
  await Promise.all([lane(), lane(), lane()]);
  const orders = 1 + ACTIONS.length + ACTIONS.length ** 2 + ACTIONS.filter(({ twin }) => !twin).length ** 3;
  assert.is(counted.sequences, orders);
  console.log(`${counted.sequences} orders, ${counted.proofs} proofs`);
});

// Each mutation removes one rule. The test must then find a sequence after which a wrong password is valid.
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
        const tokens = await performAction(world, FIRST_SIGN_UP);
        await exploreActions(world, [FIRST_SIGN_UP], { unbroken: true, unanimous: true }, tokens, []);
        throw new DoneError();
      })
      .then(
        () => 'committed',
        (error: unknown) => error,
      );
    assert.instance(await planted, assert.Assertion, hole);
  });
}

/** Explores all sequences that start with an action. Without an action, explores only the first sign-up. */
async function exploreBranch(second: SignUpAction | undefined): Promise<void> {
  await db.sql
    .begin(async (sql) => {
      const world = { sql, email: newEmail(), forward };
      const tokens = await performAction(world, FIRST_SIGN_UP);
      const model = FIRST_SIGN_UP.after({ unbroken: false, unanimous: false });
      if (second) await exploreActions(world, [FIRST_SIGN_UP], model, tokens, [], [second]);
      else await confirmEachMail(world, [FIRST_SIGN_UP], model, tokens, []);
      throw new DoneError();
    })
    .catch(rethrowUnlessDone);
}

/** Thrown after all assertions have passed, to roll back the transaction. */
class DoneError extends Error {}
function rethrowUnlessDone(error: unknown): void {
  if (!(error instanceof DoneError)) throw error;
}

async function exploreActions(
  world: SignUpRun,
  path: readonly SignUpAction[],
  model: ExpectedState,
  live: readonly TokenRow[],
  dead: readonly string[],
  actions: readonly SignUpAction[] = ACTIONS,
): Promise<void> {
  for (const action of actions) {
    await rollBackAfter(world.sql, async () => {
      const tokens = await performAction(world, action);
      const gone = [...dead, ...live.map((token) => token.id).filter((id) => !tokens.some((token) => token.id === id))];
      const next = action.after(model);
      const longer = [...path, action];
      await confirmEachMail(world, longer, next, tokens, gone);
      if (longer.length > DEPTH) return;
      const last = longer.length === DEPTH;
      const further = last ? ACTIONS.filter(({ twin }) => !twin) : ACTIONS;
      if (!last || longer.every(({ twin }) => !twin)) await exploreActions(world, longer, next, tokens, gone, further);
    });
  }
}

async function rollBackAfter(sql: Connection, work: () => Promise<void>): Promise<void> {
  await sql.unsafe('savepoint before');
  await work();
  await sql.unsafe('rollback to savepoint before; release savepoint before');
}

/**
 * Consumes each valid mail in each way. A rollback restores the same state for each attempt. After long sequences, each
 * mail is consumed in only one way, in rotation.
 */
async function confirmEachMail(
  world: SignUpRun,
  path: readonly SignUpAction[],
  model: ExpectedState,
  live: readonly TokenRow[],
  dead: readonly string[],
) {
  counted.sequences += 1;
  const order = path.map((action) => action.name).join(', ');
  for (const id of dead) {
    const answer = await api(world.sql, 'follow_link', { type: 'email', link: { id, pkce: false } });
    assert.is(returnedErrorCode(answer), 'otp_expired', `${order}: a replaced link`);
  }
  assert.is.not(live.length, 0, order);
  for (const token of live) {
    const ways =
      path.length <= DEPTH - 1
        ? CONFIRMATION_KINDS
        : [
            CONFIRMATION_KINDS[
              (counted.proofs + token.id.charCodeAt(0)) % CONFIRMATION_KINDS.length
            ] as ConfirmationKind,
          ];
    for (const way of ways) {
      await rollBackAfter(world.sql, () => confirmBy(world, order, model, token, way));
    }
  }
}

async function confirmBy(
  world: SignUpRun,
  order: string,
  model: ExpectedState,
  token: TokenRow,
  way: ConfirmationKind,
): Promise<void> {
  counted.proofs += 1;
  const { sql, email } = world;
  const { call, args } = confirmationCall(way, token, email, codeOf(token));
  const about = `${order}; ${token.kind} ${way}`;
  const answer = await api(sql, call, args);
  assert.is((answer.body as CallResult | undefined)?.token_type, 'bearer', `${about}: ${JSON.stringify(answer)}`);

  const [after] = await sql.unsafe<
    { first: CallResult; other: CallResult; sessions: number; confirmed: boolean; pending: number }[]
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
  assert.is(
    returnedErrorCode(after?.first ?? {}),
    works ? undefined : 'invalid_credentials',
    `${about}: the first password`,
  );
  assert.is(returnedErrorCode(after?.other ?? {}), 'invalid_credentials', `${about}: the other password`);
  assert.is(after?.sessions, 1, `${about}: sessions`);
  assert.is(after?.pending, 0, `${about}: a password still waits`);
  assert.ok(after?.confirmed, `${about}: not confirmed`);
}

test.run();
