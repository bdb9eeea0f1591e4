// Tests of sign_out.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  openSqlApi,
  readSession,
  type SqlPerson,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

/** Creates a user with three sessions. Returns the claims of each. */
async function createUserWithThreeSessions(): Promise<{ person: SqlPerson; claims: CallArguments[] }> {
  const person = await createConfirmedPerson(sql_api);
  const claims = [person.claims];
  for (let i = 0; i < 2; i += 1) {
    const { email, password } = person;
    claims.push(
      readSession(await sql_api.call('sign_in_with_password', { email, password, settings: settings() })).claims,
    );
  }
  return { person, claims };
}

const live = async (claims: CallArguments[]): Promise<boolean[]> => {
  const rows = await sql_api.rows('auth.sessions', `t.user_id = '${claims[0]?.sub}'`);
  return claims.map((one) => rows.find((row) => row.id === one.session_id)?.revoked_at === null);
};
const signOut = (claims: CallArguments | undefined, scope: string | null) =>
  sql_api.call('sign_out', { claims, scope, settings: settings(), client });

test('absent, empty and global end all; other users are not affected', async () => {
  for (const scope of [null, '', 'global']) {
    const { person, claims } = await createUserWithThreeSessions();
    const stranger = await createConfirmedPerson(sql_api);
    const tables = await sql_api.changes(async () => assert.equal(await signOut(claims[1], scope), {}));
    assert.equal(tables, ['audit_log', 'sessions', 'users']);
    assert.equal(await live(claims), [false, false, false]);
    assert.equal(await live([stranger.claims]), [true]);
    assert.equal(await sql_api.audited(), { actions: ['logout'], traits: null, actor_id: person.id });
    const [row] = await sql_api.rows('auth.sessions', `t.user_id = '${person.id}'`);
    assert.is(row?.revoked_reason, 'logout');
  }
});

test('local ends the token’s own, others all except that', async () => {
  const { claims } = await createUserWithThreeSessions();
  await signOut(claims[1], 'local');
  assert.equal(await live(claims), [true, false, true]);
  await signOut(claims[0], 'others');
  assert.equal(await live(claims), [true, false, false]);
});

test('a token without a session ends all, with any scope', async () => {
  for (const session_id of [undefined, '', '00000000-0000-0000-0000-000000000000']) {
    for (const scope of ['local', 'others']) {
      const { claims } = await createUserWithThreeSessions();
      await signOut({ ...claims[0], session_id }, scope);
      assert.equal(await live(claims), [false, false, false]);
    }
  }
});

test('the token of an ended session ends nothing', async () => {
  const { person, claims } = await createUserWithThreeSessions();
  await signOut(claims[0], 'local');
  const ended = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
  for (const scope of ['global', 'others', 'local'])
    await sql_api.refused('sign_out', { claims: claims[0], scope, settings: settings(), client }, ended);
  assert.equal(await live(claims), [false, true, true]);
  assert.is((await sql_api.rows('auth.users', `t.id = '${person.id}'`))[0]?.access_epoch, '1');
});

test('an error ends nothing', async () => {
  const { person, claims } = await createUserWithThreeSessions();
  const refused = (more: CallArguments, expected: [number, string, string]) =>
    sql_api.refused('sign_out', { claims: claims[0], settings: settings(), ...more }, expected);
  await refused({ scope: 'all' }, [400, 'validation_failed', 'Unsupported logout scope "all"']);
  await refused({ scope: '%s "x"' }, [400, 'validation_failed', 'Unsupported logout scope "%s "x""']);
  await refused({ claims: {}, scope: 'all' }, [403, 'bad_jwt', 'invalid claim: missing sub claim']);
  await sql_api.db.sql`update auth.users set banned_until = '2099-01-01' where id = ${person.id}`;
  await refused({ scope: 'all' }, [403, 'user_banned', 'User is banned']);
  assert.equal(await live(claims), [true, true, true]);
});

test.run();
