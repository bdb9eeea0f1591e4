// runner: when=sql,gateway,core

// A model of sessions and refresh tokens: random sequences of sign-ins, refreshes with any token of a session,
// sign-outs, second factors, bans and pauses, compared with the table of sessions after each request. POSTERN_TEST_SEED
// repeats a run. session_model.counterexamples.jsonl contains sequences that once violated an invariant.
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import { freezeClock } from '../support/database/clock.ts';
import { type Answer, bearer, newEmail, startStack } from '../support/processes/stack.ts';
import { checkModel, replayModel, stepsArbitrary } from './model.ts';

const REUSE_INTERVAL_S = 10;
/** Number of random sequences. `npm run test:soak` raises it. */
const SEQUENCES = Number(process.env.POSTERN_SOAK_SEQUENCES ?? 25);
const stack = await startStack({
  worker: false,
  env: {
    SVC_MAILER_AUTOCONFIRM: 'true',
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    SVC_JWT_EXP: '1000000000',
    SVC_MFA_TOTP_ENROLL_ENABLED: 'true',
    SVC_MFA_TOTP_VERIFY_ENABLED: 'true',
    SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true',
    SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: String(REUSE_INTERVAL_S),
  },
});
const { sql } = stack.db;
test.after(() => stack.close());

const START = Date.parse('2030-01-01T12:00:00Z');
await freezeClock(sql, new Date(START).toISOString());
/** Model time in seconds. It only advances, and the database clock follows it. */
let now = 0;
async function advanceClock(seconds: number): Promise<void> {
  now += seconds;
  await sql`update public.test_clock set at = ${new Date(START + now * 1000)}`;
}

interface ModelUser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  banned: boolean;
  /** Secret and id of the verified authenticator app. */
  app?: { secret: Buffer; id: string };
}
interface ModelSession {
  readonly id: string;
  readonly user: ModelUser;
  /**
   * Refresh tokens in the order of issue; the last one is current. The verification of a second factor skips a counter
   * (null), so that the previous token is not the parent of the new one.
   */
  readonly tokens: (string | null)[];
  access: string;
  rotated: number;
  ended: 'no' | 'signed out' | 'reuse';
  aal2: boolean;
}

const OPERATIONS = ['sign_in', 'refresh', 'refresh', 'refresh', 'sign_out', 'raise', 'ban', 'wait'] as const;
interface Step {
  readonly does: (typeof OPERATIONS)[number];
  readonly which: number;
  readonly age: number;
  readonly seconds: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(...OPERATIONS),
  which: fc.nat(20),
  age: fc.constantFrom(0, 0, 0, 1, 1, 2, 5),
  seconds: fc.constantFrom(1, REUSE_INTERVAL_S, REUSE_INTERVAL_S + 1, 3600),
});

class SessionModel {
  readonly users: ModelUser[] = [];
  readonly sessions: ModelSession[] = [];
  /** Status and error code of each response. */
  readonly outcomes: string[] = [];

  async signUp(): Promise<ModelUser> {
    const [email, password] = [newEmail(), 'correct horse battery'];
    const answer = await stack.post('/signup', { email, password });
    const user: ModelUser = { id: String(expectClaims(answer).sub), email, password, banned: false };
    this.users.push(user);
    this.opened(answer, user);
    return user;
  }

  opened(answer: Answer, user: ModelUser): void {
    const { session_id, sub, aal } = expectClaims(answer);
    assert.is(sub, user.id);
    assert.is(aal, 'aal1');
    assert.not.ok(
      this.sessions.some(({ id }) => id === session_id),
      'a sign-in opens a new session',
    );
    this.sessions.push({
      id: String(session_id),
      user,
      tokens: [String(answer.body.refresh_token)],
      access: String(answer.body.access_token),
      rotated: now,
      ended: 'no',
      aal2: false,
    });
  }

  async perform(does: Step['does'], session: ModelSession, { age, seconds }: Step): Promise<void> {
    const { user } = session;
    if (does === 'wait') return advanceClock(seconds);
    if (does === 'sign_in') {
      const { email, password } = user;
      const answer = await stack.post('/token?grant_type=password', { email, password });
      this.note(answer, user.banned ? '400 user_banned' : '200');
      if (!user.banned) this.opened(answer, user);
    } else if (does === 'refresh') {
      await this.refresh(session, age);
    } else if (does === 'sign_out') {
      const scope = ['local', 'others', 'global'][age % 3] as 'local' | 'others' | 'global';
      const answer = await stack.post(`/logout?scope=${scope}`, undefined, bearer(session.access));
      const live = session.ended === 'no' && !user.banned;
      this.note(answer, live ? '204' : user.banned ? '403 user_banned' : '403 session_not_found');
      if (!live) return;
      for (const other of this.sessionsOf(user)) {
        const same = other === session;
        if (scope === 'global' || (scope === 'local') === same) this.end(other, 'signed out');
      }
    } else if (does === 'raise') {
      await this.raise(session);
    } else {
      user.banned = !user.banned;
      const answer = await stack.request(
        'PUT',
        `/admin/users/${user.id}`,
        { ban_duration: user.banned ? '100h' : 'none' },
        SERVICE,
      );
      this.note(answer, '200');
    }
  }

  async refresh(session: ModelSession, age: number): Promise<void> {
    const last = session.tokens.length - 1;
    const at = Math.max(0, last - age);
    const behind = last - (session.tokens[at] === null ? at - 1 : at);
    const answer = await stack.post('/token?grant_type=refresh_token', {
      refresh_token: session.tokens[last - behind],
    });
    if (session.ended === 'reuse') return this.note(answer, '400 refresh_token_already_used');
    if (session.ended === 'signed out') return this.note(answer, '400 refresh_token_not_found');
    if (session.user.banned) return this.note(answer, '400 user_banned');
    if (behind > 1 || (behind === 1 && now > session.rotated + REUSE_INTERVAL_S)) {
      this.end(session, 'reuse');
      return this.note(answer, '400 refresh_token_already_used');
    }
    this.note(answer, '200');
    const { sub, session_id, aal, amr } = expectClaims(answer);
    assert.equal([sub, session_id], [session.user.id, session.id], 'the child has the user and session of its parent');
    assert.is(aal, session.aal2 ? 'aal2' : 'aal1');
    assert.is(
      (amr as { method: string }[]).some(({ method }) => method === 'totp'),
      session.aal2,
    );
    const child = String(answer.body.refresh_token);
    session.access = String(answer.body.access_token);
    if (behind === 1) {
      assert.is(child, session.tokens[last], 'the parent gets the same child');
      return;
    }
    assert.not.ok(session.tokens.includes(child));
    session.tokens.push(child);
    session.rotated = now;
  }

  /** Verifies an authenticator app in the session. Enrolls the app on the first call. */
  async raise(session: ModelSession): Promise<void> {
    const { user } = session;
    if (session.ended !== 'no' || user.banned) return;
    await advanceClock(31); // a code works once
    const headers = bearer(session.access);
    let app = user.app;
    if (app === undefined) {
      const enrolled = await stack.post('/factors', { factor_type: 'totp', friendly_name: String(now) }, headers);
      assert.is(enrolled.status, 200, enrolled.text);
      const { secret } = enrolled.body.totp as { secret: string };
      app = { id: String(enrolled.body.id), secret: decodeBase32(secret) };
    }
    const challenge = await stack.post(`/factors/${app.id}/challenge`, {}, headers);
    const code = computeTotp(app.secret, START + now * 1000);
    const answer = await stack.post(`/factors/${app.id}/verify`, { challenge_id: challenge.body.id, code }, headers);
    this.note(answer, '200');
    user.app = app;
    session.aal2 = true;
    session.tokens.push(null, String(answer.body.refresh_token));
    session.access = String(answer.body.access_token);
    session.rotated = now;
    for (const other of this.sessionsOf(user)) if (!other.aal2) this.end(other, 'signed out');
  }

  sessionsOf(user: ModelUser): ModelSession[] {
    return this.sessions.filter((session) => session.user === user);
  }

  end(session: ModelSession, how: 'signed out' | 'reuse'): void {
    if (session.ended === 'no') session.ended = how;
  }

  note(answer: Answer, expected: string): void {
    const got = [answer.status, answer.body.error_code].filter((part) => part !== undefined).join(' ');
    assert.is(got, expected, `${got} instead of ${expected}`);
    this.outcomes.push(got);
  }

  /** Compares the table of sessions with the model. */
  async compare(): Promise<void> {
    const rows = await sql<{ id: string; user_id: string; counter: string; ended: string; ordered: boolean }[]>`
      select s.id, s.user_id, s.counter,
        case when s.revoked_at is null then 'no' when s.revoked_reason = 'reuse' then 'reuse' else 'signed out' end as ended,
        s.created_at <= coalesce(s.refreshed_at, s.created_at)
          and coalesce(s.refreshed_at, s.created_at) <= auth_lib.clock() as ordered
      from auth.sessions as s where s.user_id = any (${this.users.map(({ id }) => id)})`;
    const shown = (all: { id: string }[]) => all.sort((one, other) => (one.id < other.id ? -1 : 1));
    assert.equal(
      shown(
        rows.map(({ id, user_id, counter, ended, ordered }) => ({
          id,
          user_id,
          counter: Number(counter),
          ended,
          ordered,
        })),
      ),
      shown(
        this.sessions.map(({ id, user, tokens, ended }) => ({
          id,
          user_id: user.id,
          counter: tokens.length - 1,
          ended,
          ordered: true,
        })),
      ),
    );
  }
}

function expectClaims(answer: Answer): Record<string, unknown> {
  assert.is(answer.status, 200, answer.text);
  return claimsOf(String(answer.body.access_token));
}

const MODEL = {
  of: import.meta.url,
  name: 'sessions',
  sequences: stepsArbitrary(step, 15, 40),
  run: (sequence: Step[]) => runSteps(sequence),
};

async function runSteps(sequence: readonly Step[], seen = new Set<string>()): Promise<void> {
  const world = new SessionModel();
  await world.signUp();
  await world.signUp();
  for (const one of sequence) {
    const session = world.sessions[one.which % world.sessions.length] as ModelSession;
    await world.perform(one.does, session, one);
    await world.compare();
  }
  for (const outcome of world.outcomes) seen.add(outcome);
}

test('random sequences keep every invariant of sessions and refresh tokens', async () => {
  const seen = new Set<string>();
  const seed = await checkModel({ ...MODEL, numRuns: SEQUENCES, run: (sequence) => runSteps(sequence, seen) });
  for (const outcome of [
    '200',
    '204',
    '400 refresh_token_already_used',
    '400 refresh_token_not_found',
    '400 user_banned',
  ]) {
    assert.ok(seen.has(outcome), `no response was ${outcome} with seed ${seed}`);
  }
});

/** Each entry disables a rule in a SQL function, by replacing its text. */
const HOLES: Record<string, { name: string; rule: string; by: string }> = {
  'a copied token is accepted': {
    name: 'refresh_session',
    rule: 'if v_behind > 1 or v_rotation',
    by: 'if v_behind > 100 or false',
  },
  'a session that ended is refreshed': { name: 'refresh_session', rule: 'or v_session.revoked_at is not null', by: '' },
  'a banned user refreshes': { name: 'refresh_session', rule: 'if auth_lib.is_banned(v_user)', by: 'if false' },
};

for (const [hole, { name, rule, by }] of Object.entries(HOLES)) {
  test(`a stored counterexample detects that ${hole}`, async () => {
    const [row] = await sql<{ definition: string }[]>`
      select pg_get_functiondef(p.oid) as definition from pg_proc as p
      where p.pronamespace = 'auth_api'::regnamespace and p.proname = ${name}`;
    const { definition = '' } = row ?? {};
    assert.ok(definition.includes(rule), `${name} has no "${rule}"`);
    try {
      await sql.unsafe(definition.replace(rule, by));
      assert.is.not((await replayModel(MODEL)).length, 0);
    } finally {
      await sql.unsafe(definition);
    }
    assert.equal(await replayModel(MODEL), []);
  });
}

test('100 parallel refreshes of one token give one child', async () => {
  const world = new SessionModel();
  const user = await world.signUp();
  const [session] = world.sessionsOf(user) as [ModelSession];
  const refresh = () => stack.post('/token?grant_type=refresh_token', { refresh_token: session.tokens[0] });
  const answers = await Promise.all(Array.from({ length: 100 }, refresh));
  assert.equal(new Set(answers.map(({ status }) => status)), new Set([200]));
  const children = [...new Set(answers.map(({ body }) => String(body.refresh_token)))];
  assert.is(children.length, 1);
  session.tokens.push(...children);
  await world.compare();

  await advanceClock(REUSE_INTERVAL_S + 1);
  const late = await Promise.all(Array.from({ length: 100 }, refresh));
  assert.equal(new Set(late.map(({ body }) => body.error_code)), new Set(['refresh_token_already_used']));
  session.ended = 'reuse';
  await world.compare();
});

test('requests of two users have the same result in any order', async () => {
  const alone = step.filter(({ does }) => does !== 'wait' && does !== 'raise');
  await checkModel({
    of: import.meta.url,
    name: 'two users',
    numRuns: 10,
    sequences: fc.tuple(
      fc.array(alone, { minLength: 8, maxLength: 16 }),
      fc.array(alone, { minLength: 8, maxLength: 16 }),
      fc.array(fc.boolean(), { minLength: 32, maxLength: 32 }),
    ),
    async run([first, second, order]) {
      const one = await playInterleaved(first, second, order);
      const reversed = order.map((flag) => !flag);
      assert.equal(one, await playInterleaved(first, second, reversed));
      assert.equal(await playInterleaved(first, second, 'at once'), one);
    },
  });
});

/**
 * Runs the requests of two users in a given order, or one of each user at once, so that they share statements. Returns
 * the responses and the sessions of each user.
 */
async function playInterleaved(first: Step[], second: Step[], order: boolean[] | 'at once'): Promise<unknown> {
  const worlds = [new SessionModel(), new SessionModel()];
  const left = [[...first], [...second]];
  for (const world of worlds) await world.signUp();
  const performNext = async (who: number): Promise<void> => {
    const one = left[who]?.shift();
    if (one === undefined) return;
    const world = worlds[who] as SessionModel;
    await world.perform(one.does, world.sessions[one.which % world.sessions.length] as ModelSession, one);
  };
  for (let turn = 0; left.some((steps) => steps.length > 0); turn += 1) {
    if (order === 'at once') {
      await Promise.all([performNext(0), performNext(1)]);
      continue;
    }
    const wanted = order[turn % order.length] ? 0 : 1;
    await performNext(left[wanted]?.length ? wanted : 1 - wanted);
  }
  for (const world of worlds) await world.compare();
  return worlds.map(({ outcomes, sessions }) => [
    outcomes,
    sessions.map(({ tokens, ended }) => [tokens.length, ended]),
  ]);
}

test.run();
