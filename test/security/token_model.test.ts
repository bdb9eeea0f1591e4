// runner: when=sql,gateway,core

// A model of the tokens that sessions, OAuth clients and second factors yield: random sequences of sign-ins, grants,
// refreshes with any refresh token, revocations, and enrolments, verifications and removals of factors. Each issued token
// is recorded with the tables at that moment, and the invariants are queries over the records.
// POSTERN_TEST_SEED repeats a run.
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { enrollTotp, factorSettings, type TotpFactor, totpArguments, totpCode } from '../sql/api/factor/factors.ts';
import {
  ADMIN,
  clientCredentials,
  createApprovedAuthorization,
  exchangeAuthorization,
  makeClient,
  OAUTH_SETTINGS,
} from '../support/database/oauth.ts';
import {
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  type SqlPerson,
} from '../support/database/sql_api.ts';
import { checkModel, replayModel, stepsArbitrary } from './model.ts';

/** Number of random sequences. `npm run test:soak` raises it. */
const SEQUENCES = Number(process.env.POSTERN_SOAK_SEQUENCES ?? 15);
const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const settings = factorSettings({
  ...OAUTH_SETTINGS,
  security_refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
});

await sql.unsafe(`
  create table public.issued (
    n integer primary key, step integer not null, parent integer, requester text, user_id uuid, session_id uuid,
    client_id text, aal text, amr jsonb,
    -- The session, and the number of verified factors of the user, right after the token was issued.
    session_of uuid, session_client text, session_aal text, session_amr jsonb, factors bigint
  );
  create table public.ended (session_id uuid primary key, step integer not null);
  create table public.done (step integer primary key, what text not null, aal text, session_id uuid not null);
`);

const OPERATIONS = [
  'sign_in',
  'grant',
  'refresh',
  'refresh_elsewhere',
  'revoke_grant',
  'client_revokes',
  'sign_out',
  'enrol',
  'verify',
  'verify_wrong_code',
  'unenrol',
  'admin_removes_factor',
  'wait',
] as const;
type Operation = (typeof OPERATIONS)[number];

interface Step {
  readonly does: Operation;
  readonly who: number;
  readonly what: number;
}

interface Token {
  readonly n: number;
  readonly person: SqlPerson;
  /** The client that the token was issued to; null for the user's own session. */
  readonly client_id: string | null;
  readonly claims: CallArguments;
  readonly refresh: CallArguments | null;
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
/** Counts the tokens by the operation that issued them, so that the test can tell whether the model reaches them. */
const reached = new Map<string, number>();

class TokenModel {
  readonly people: readonly SqlPerson[];
  readonly clients: readonly string[];
  readonly tokens: Token[] = [];
  readonly factors: { person: SqlPerson; app: TotpFactor }[] = [];
  step = 0;

  constructor(people: readonly SqlPerson[], clients: readonly string[]) {
    this.people = people;
    this.clients = clients;
  }

  /** Records the token of an answer. Does nothing for an error. */
  async issued(
    answer: CallResult,
    by: { person: SqlPerson; requester?: string | null; parent?: Token },
  ): Promise<void> {
    const claims = answer.claims as CallArguments | undefined;
    if (claims === undefined) return;
    const n = this.tokens.length;
    const { requester = null, parent } = by;
    await sql`
      insert into public.issued
      select ${n}, ${this.step}, ${parent?.n ?? null}, ${requester}, ${String(claims.sub)}, ${String(claims.session_id)},
        ${(claims.client_id as string | undefined) ?? null}, ${String(claims.aal)}, ${sql.json(claims.amr as never)},
        s.user_id, auth_lib.wire_client_id(c), s.aal::text, s.amr, (select count(*) from auth.factors as f
          where f.user_id = s.user_id and f.status = 'verified' and f.factor_type <> 'recovery_code')
      from (select) as one
      left join auth.sessions as s on s.id = ${String(claims.session_id)}
      left join auth.oauth_clients as c on c.id = s.oauth_client_id`;
    const refresh = (answer.refresh as CallArguments | null) ?? null;
    this.tokens.push({ n, person: by.person, client_id: requester, claims, refresh });
  }

  /** Records that an operation of a session succeeded. Does nothing for an error. */
  async note(what: string, answer: CallResult, { aal, session_id }: CallArguments): Promise<void> {
    if (answer.refused !== undefined) return;
    await sql`insert into public.done values (${this.step}, ${what}, ${String(aal)}, ${String(session_id)})`;
    reached.set(what, (reached.get(what) ?? 0) + 1);
  }

  /** Returns a token of the user's own sessions, the newest first. */
  own(person: SqlPerson, what: number): Token {
    const all = this.tokens.filter((token) => token.person === person && token.client_id === null);
    return pick(all.toReversed(), what >> 2) as Token;
  }

  async perform({ does, who, what }: Step): Promise<void> {
    const person = pick(this.people, who) as SqlPerson;
    const app = pick(this.clients, what) as string;
    const { claims } = this.own(person, what);
    const factor = pick(
      this.factors.filter((one) => one.person === person),
      what,
    )?.app;
    const token = pick(this.tokens.toReversed(), what) as Token;
    const own = { claims, settings, client };
    switch (does) {
      case 'sign_in':
        return this.signIn(person);
      case 'grant': {
        const scope = what % 2 ? 'openid offline_access' : 'email';
        const id = await createApprovedAuthorization(sql, app, { id: person.id, claims }, { scope }).catch(() => null);
        if (id === null) return;
        const answer = await exchangeAuthorization(sql, app, id, { settings });
        await this.note(does, answer, claims);
        return this.issued(answer, { person, requester: app });
      }
      case 'refresh':
      case 'refresh_elsewhere': {
        const others: (string | null)[] = [null, ...this.clients].filter((one) => one !== token.client_id);
        const by = does === 'refresh' ? token.client_id : (pick(others, who) as string | null);
        if (token.refresh === null) return;
        const answer = await sql_api.call('refresh_session', {
          ...token.refresh,
          settings,
          client,
          ...(by === null ? {} : { proof: clientCredentials(by), resources: [], scope: '' }),
        });
        await this.note(does, answer, claims);
        return this.issued(answer, { person: token.person, requester: by, parent: token });
      }
      case 'revoke_grant':
        return this.note(does, await sql_api.call(does, { ...own, client_id: app }), claims);
      case 'client_revokes': {
        if (token.client_id === null) return;
        const { sub: user_id, session_id } = token.claims;
        const proof = clientCredentials(token.client_id);
        await sql_api.call('revoke_authorized_session', { proof, user_id, session_id, client });
        return this.note(does, {}, token.claims);
      }
      case 'sign_out': {
        const scope = pick(['local', 'others', 'global'], what);
        return this.note(does, await sql_api.call(does, { ...own, scope }), claims);
      }
      case 'enrol': {
        const before = await sql`select from auth.factors where user_id = ${person.id}`;
        if (before.length > 2) return;
        this.factors.push({
          person,
          app: await enrollTotp(sql_api, { claims }, { friendly_name: `app ${this.step}`, settings }),
        });
        return;
      }
      case 'verify':
      case 'verify_wrong_code': {
        if (factor === undefined) return;
        await sql_api.advance(31); // a code works once
        const challenge = await sql_api.call('challenge_factor', { ...own, factor_id: factor.id });
        const right = totpCode(sql_api, factor);
        const code = does === 'verify' ? right : right.replace(/./, (digit) => String((Number(digit) + 1) % 10));
        const args = totpArguments({ claims }, factor, String(challenge.id), code, { settings });
        const answer = await sql_api.call('verify_factor', args);
        await this.note(does, answer, claims);
        return this.issued(answer, { person });
      }
      case 'unenrol': {
        if (factor === undefined) return;
        const [row] = await sql`select status from auth.factors where id = ${factor.id}`;
        const answer = await sql_api.call('unenroll_factor', { ...own, factor_id: factor.id });
        return this.note(`removes the ${row?.status} factor`, answer, claims);
      }
      case 'admin_removes_factor': {
        if (factor === undefined) return;
        const args = { user_id: person.id, factor_id: factor.id, settings, client };
        return this.note(does, await sql_api.call('delete_factor', { ...args, claims: ADMIN }), claims);
      }
      case 'wait':
        return sql_api.advance(what % 3 === 0 ? 11 : 1);
    }
  }

  async signIn(person: SqlPerson): Promise<void> {
    const { email, password } = person;
    const answer = await sql_api.call('sign_in_with_password', { email, password, settings, client });
    await this.issued(answer, { person });
  }
}

/** Invariants. Each query returns the violations. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'a session that ended yields a token': `
    select from public.issued as i join public.ended as e on e.session_id = i.session_id where i.step > e.step`,
  'a session that ended is live again': `
    select from public.ended as e join auth.sessions as s on s.id = e.session_id where s.revoked_at is null`,
  'the session of a client outlives its grant': `
    select from auth.sessions as s where s.oauth_client_id is not null and s.revoked_at is null and not exists (
      select from auth.oauth_consents as c where c.user_id = s.user_id and c.client_id = s.oauth_client_id
        and c.revoked_at is null and s.scopes <@ c.scopes)`,
  'a client revoked a token, and its session is live': `
    select from public.done as d where d.what = 'client_revokes' and not exists (
      select from public.ended as e where e.session_id = d.session_id)`,
  'the child of a refresh token differs from its parent in session, user or client': `
    select from public.issued as c join public.issued as p on p.n = c.parent
    where (c.session_id, c.user_id, c.client_id) is distinct from (p.session_id, p.user_id, p.client_id)`,
  'a token was issued to another client than that of its session': `
    select from public.issued as i where i.client_id is distinct from i.requester
      or i.client_id is distinct from i.session_client`,
  'a token names no session of its user': `
    select from public.issued as i where i.session_of is distinct from i.user_id`,
  'level or methods of a token are not those of its session': `
    select from public.issued as i where i.aal is distinct from i.session_aal or i.amr is distinct from i.session_amr`,
  'a token at aal2 of a user without a verified factor': `
    select from public.issued as i where i.aal <> 'aal1' and i.factors = 0`,
  'a session at aal2 of a user without a verified factor': `
    select from auth.sessions as s where s.revoked_at is null and s.aal <> 'aal1' and not exists (
      select from auth.factors as f where f.user_id = s.user_id and f.status = 'verified')`,
  'a session shows a second factor at aal1, or none at aal2': `
    select from auth.sessions as s where s.oauth_client_id is null
      and (s.aal <> 'aal1') <> (s.amr @> '[{"method": "totp"}]')`,
  'a session at aal1 is live although another one has verified a factor since': `
    select from auth.sessions as s join public.done as d on d.what = 'verify' and d.session_id <> s.id
    join auth.sessions as o on o.id = d.session_id and o.user_id = s.user_id
    where s.revoked_at is null and s.oauth_client_id is null and 'aal1' = (
      select i.aal from public.issued as i where i.session_id = s.id and i.step < d.step order by i.n desc limit 1)`,
  'a wrong code raised a session': `
    select from public.done as d where d.what = 'verify_wrong_code'`,
  'a session at aal1 removed a verified factor': `
    select from public.done as d where d.what = 'removes the verified factor' and d.aal = 'aal1'`,
};

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(...OPERATIONS, 'refresh', 'refresh', 'grant', 'verify', 'enrol', 'unenrol'),
  who: fc.nat(5),
  what: fc.nat(20),
});

/** Reaches each operation that the first test demands. Random sequences seldom remove a verified factor. */
const EXAMPLE: readonly Step[] = (
  ['enrol', 'verify', 'unenrol', 'sign_in', 'grant', 'refresh', 'revoke_grant', 'grant', 'client_revokes'] as const
).map((does) => ({ does, who: 0, what: 1 }));

const MODEL = {
  of: import.meta.url,
  name: 'tokens',
  sequences: stepsArbitrary(step, 15, 40),
  async run(sequence: readonly Step[]): Promise<void> {
    await sql`truncate auth.users, auth.oauth_clients, public.issued, public.ended, public.done cascade`;
    const people = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
    const world = new TokenModel(people, [await makeClient(sql), await makeClient(sql)]);
    for (const person of people) await world.signIn(person);
    for (const one of sequence) {
      world.step += 1;
      await world.perform(one);
      await sql`
        insert into public.ended select s.id, ${world.step} from auth.sessions as s where s.revoked_at is not null
        on conflict do nothing`;
      for (const [what, query] of Object.entries(INVARIANTS))
        assert.is((await sql.unsafe(query)).length, 0, `${what}, after ${one.does}`);
    }
  },
};

test('random sequences with clients and factors break no invariant of tokens', async () => {
  const seed = await checkModel({ ...MODEL, numRuns: SEQUENCES, examples: [EXAMPLE] });
  const expected = ['grant', 'refresh', 'revoke_grant', 'client_revokes', 'verify', 'removes the verified factor'];
  for (const what of expected) assert.ok(reached.has(what), `no sequence reached "${what}" with seed ${seed}`);
});

/** Each entry disables a rule in a SQL function, by replacing its text. */
const HOLES: Record<string, { name: string; rule: string; by: string }> = {
  'a client refreshes the session of another client': {
    name: 'auth_lib.check_client_session',
    rule: 'when (session).oauth_client_id <> (c).id',
    by: 'when false',
  },
  'a client refreshes a session that is not of a client': {
    name: 'auth_lib.check_client_session',
    rule: 'when (session).oauth_client_id is null',
    by: 'when false',
  },
  'the revocation of a grant leaves the sessions of the client': {
    name: 'auth_lib.end_grant',
    rule: 'perform auth_lib.end_client_access(v_client.id, person.id);',
    by: 'update auth.oauth_consents as o set revoked_at = now() where o.user_id = person.id;',
  },
  'the revocation by a client ends nothing': {
    name: 'auth_api.revoke_authorized_session',
    rule: 's.oauth_client_id = v_client.id',
    by: 'false',
  },
  'the removal of a factor leaves sessions at aal2': {
    name: 'auth_lib.delete_factor',
    rule: 'where s.user_id = v_id and s.aal',
    by: 'where false and s.aal',
  },
  'a session at aal1 removes a verified factor': {
    name: 'auth_api.unenroll_factor',
    rule: 'and not auth_lib.is_aal2(claims)',
    by: 'and false',
  },
  'any code verifies a factor': {
    name: 'auth_api.verify_factor',
    rule: "when 'totp' then v_step is not null",
    by: "when 'totp' then true",
  },
  'a verification leaves other sessions at aal1': {
    name: 'auth_lib.raise_session_to_aal2',
    rule: "coalesce(s.authorized_aal, s.aal) = 'aal1'",
    by: 'false',
  },
};

for (const [hole, { name, rule, by }] of Object.entries(HOLES)) {
  test(`a stored counterexample detects that ${hole}`, async () => {
    const [row] = await sql<{ definition: string }[]>`select pg_get_functiondef(${name}::regproc) as definition`;
    const { definition = '' } = row ?? {};
    assert.ok(definition.includes(rule), `${name} has no "${rule}"`);
    try {
      await sql.unsafe(definition.replace(rule, by));
      assert.is.not((await replayModel(MODEL)).length, 0);
    } finally {
      await sql.unsafe(definition);
    }
  });
}

test.run();
