// Tests of list_audit.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  type ExpectedError,
  newEmail,
  openSqlApi,
  type SqlPerson,
  settings,
} from '../../../support/database/sql_api.ts';
import { cannotRun } from '../../../support/processes/cannot_run.ts';
import { newPhone, phoneSettings } from '../../phone.ts';
import { ADMIN, assertAdministratorsOnly, NIL } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

interface Entry {
  id: string;
  created_at: string;
  ip_address: string;
  payload: {
    action: string;
    log_type: string;
    actor_id: string;
    actor_username: string;
    actor_name?: string;
    traits?: CallArguments;
  };
}

const base = { claims: ADMIN, settings: settings() };
const list = (args: CallArguments = {}) => sql_api.call('list_audit', { ...base, ...args });
const entries = async (args: CallArguments = {}) => (await list(args)).body as Entry[];
const actions = async (query: string | null, more: CallArguments = {}) =>
  (await entries({ query, ...more })).map((entry) => entry.payload.action);
const refused = (args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('list_audit', { ...base, ...args }, expected);

test('an empty log', async () => {
  assert.equal(await list(), { body: [], total: 0, page: 1, per_page: 50 });
});

test('administrators only; then paging, then the scope', async () => {
  await assertAdministratorsOnly(sql_api, 'list_audit', { page: 'x' });
  const paging = 'Bad Pagination Parameters: strconv.ParseUint: parsing "x": invalid syntax';
  await refused({ page: 'x', query: 'x' }, [400, 'validation_failed', paging]);
  await refused({ per_page: 'x', query: 'x' }, [400, 'validation_failed', paging]);
  const huge = 'Bad Pagination Parameters: strconv.ParseUint: parsing "18446744073709551616": value out of range';
  await refused({ page: '18446744073709551616' }, [400, 'validation_failed', huge]);
  for (const query of ['x', 'login', ':login', 'user:x', 'Author:x', ' author:x', 'actions:x', "' or 1:1", '%s:%s']) {
    await refused({ query }, [400, 'validation_failed', `Invalid query scope: ${query}`]);
  }
});

let ada: SqlPerson;
test('newest first: one entry per action, those of one row in their order', async () => {
  ada = await createConfirmedPerson(sql_api);
  await sql_api.advance(1);
  const common = { claims: ada.claims, settings: settings(), client };
  await sql_api.call('update_user', { ...common, password: 'quite another one', data: { full_name: 'Ada L.' } });
  await sql_api.advance(1);
  const refresh = { user_id: ada.id, session_id: ada.session_id, counter: 0, settings: settings(), client };
  await sql_api.call('refresh_session', refresh);
  await sql_api.advance(1);
  const change = { ...base, user_id: ada.id, ban_duration: '1h', client: { ip: '2001:db8::1' } };
  await sql_api.call('change_user', change);
  assert.equal(await sql_api.changes(() => list()), []);
  const all = await actions(null);
  assert.equal(all.slice(0, 5), [
    'user_modified',
    'token_revoked',
    'token_refreshed',
    'user_modified',
    'user_updated_password',
  ]);
  assert.equal(all.slice(5).sort(), ['user_confirmation_requested', 'user_signedup'], 'two rows of one instant');
});

test('entries with equal times keep the order in which they were written, wherever their rows are stored', async () => {
  const seen = (await entries()).map(({ id }) => id);
  await sql_api.db.sql`
    update auth.audit_log as l set user_agent = 'moved' where l.id = (
      select f.id from auth.audit_log as f join auth.audit_log as o on o.created_at = f.created_at and o.id > f.id limit 1)`;
  assert.equal(
    (await entries()).map(({ id }) => id),
    seen,
  );
});

test('an entry has supabase/auth’s shape', async () => {
  const [admin, , , mine] = await entries();
  assert.equal(admin, {
    id: admin?.id,
    created_at: sql_api.now(),
    ip_address: '2001:db8::1',
    payload: {
      actor_id: NIL,
      actor_via_sso: false,
      actor_username: 'service_role',
      action: 'user_modified',
      log_type: 'user',
      traits: {
        ...{ user_id: ada.id, user_email: ada.email, user_phone: '', changed: ['banned_until'] },
        ...{
          old_banned_until: null,
          new_banned_until: (await sql_api.call('get_user_by_id', { ...base, user_id: ada.id })).banned_until,
        },
      },
    },
  });
  assert.equal(mine?.payload, {
    actor_id: ada.id,
    actor_via_sso: false,
    actor_username: ada.email,
    actor_name: 'Ada L.',
    action: 'user_modified',
    log_type: 'user',
  });
  const [row] = await sql_api.rows('auth.audit_log', `t.id = '${admin?.id}'`);
  const [seen] = await sql_api.rows('auth_api.audit_events', `t.id = '${admin?.id}'`);
  assert.equal([row?.ip, seen?.ip], ['2001:db8::1', '2001:db8::1'], 'the table and the auditor have it');
  const ids = (await entries()).map((entry) => entry.id);
  assert.is(new Set(ids).size, ids.length, 'entries of one row have ids of their own');
  assert.equal(
    (await entries()).map((entry) => entry.id),
    ids,
    'which stay the same',
  );
});

test('scopes: author by name or address, action, type; substrings, case-insensitive; an empty text is no filter', async () => {
  assert.is((await actions('author:')).length, 7);
  assert.is((await actions('')).length, 7);
  assert.equal(await actions('author:SERVICE'), ['user_modified']);
  assert.is((await actions(`author:${ada.email.toUpperCase()}`)).length, 6);
  assert.is((await actions('author:ada l')).length, 4, 'since she has a name');
  assert.equal(await actions('action:Modified'), ['user_modified', 'user_modified']);
  assert.equal(await actions('action:token_revoked'), ['token_revoked'], 'one of a row’s two actions');
  assert.equal(await actions('type:TEAM'), ['user_signedup']);
  assert.equal(await actions('type:token'), ['token_revoked', 'token_refreshed']);
  for (const query of ['author:%', 'action:_', 'type:user:', "author:' or true --", 'author:\\']) {
    assert.equal(await actions(query, { per_page: '100' }), query === 'action:_' ? await actions(null) : []);
  }
});

test('an entry without an address has an empty one', async () => {
  await sql_api.db.sql`
    insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
    values ('2000-01-01', gen_random_uuid(), ${NIL}, 'told', '{logout}')`;
  const [entry] = await entries({ query: 'action:logout', per_page: '1' });
  assert.is(entry?.ip_address, '');
  await sql_api.db.sql`delete from auth.audit_log where actor_username = 'told'`;
});

test('matches a name in any case, beyond ASCII too; wildcards are literal', async () => {
  const [locale] = await sql_api.db.sql`select lower('É') = 'é' as folds`;
  if (!locale?.folds) return cannotRun('letters beyond ASCII in any case', 'the locale of this database is C');
  await sql_api.db.sql`
    insert into auth.audit_log (created_at, id, actor_id, actor_username, actor_name, actions)
    values ('2000-01-01', gen_random_uuid(), ${NIL}, 'named', 'ÉMILIE Österå ΣΩ Ж 100%_\\', array['login'])`;
  for (const part of ['émilie', 'ÉMILIE', 'öSTERÅ', 'σω', 'ж 100', '100%_', '_\\']) {
    assert.equal(await actions(`author:${part}`), ['login'], part);
  }
  for (const part of ['é%e', '_milie', 'emilie', '100_%']) assert.equal(await actions(`author:${part}`), [], part);
  await sql_api.db.sql`delete from auth.audit_log where actor_username = 'named'`;
});

test('paging counts entries, not rows', async () => {
  const page = async (number: string) => {
    const answer = await list({ page: number, per_page: '3' });
    assert.equal([answer.total, answer.per_page], [7, 3]);
    return (answer.body as Entry[]).map((entry) => entry.id);
  };
  const all = (await entries()).map((entry) => entry.id);
  assert.equal([...(await page('1')), ...(await page('2')), ...(await page('3')), ...(await page('4'))], all);
  assert.is((await list({ query: 'type:token', per_page: '1' })).total, 2);
  const zero = await list({ page: '0', per_page: '0' });
  assert.equal([zero.page, zero.per_page], [1, 50]);
  const most = '18446744073709551615';
  assert.equal((await list({ page: most, per_page: most })).body, []);
});

test('the channel of an autoconfirmed sign-up by phone is a trait of the sign-up, not of its login', async () => {
  const auto = phoneSettings({ sms_autoconfirm: true });
  const signUp = (phone: string, more: CallArguments = {}) =>
    sql_api.call('sign_up', { phone, password: 'correct horse battery', settings: phoneSettings(), client, ...more });
  const waiting = newPhone();
  await signUp(waiting);
  for (const [phone, channel] of [
    [newPhone(), 'whatsapp'],
    [waiting, 'sms'],
  ] as const) {
    await sql_api.advance(1);
    await signUp(phone, { settings: auto, channel });
    const both = await entries({ query: `author:${phone}`, per_page: '2' });
    const shown = both.map(({ payload: { action, traits } }) => [action, traits]);
    const { session_id } = (shown[0]?.[1] ?? {}) as { session_id?: unknown };
    assert.type(session_id, 'string');
    assert.equal(shown, [
      ['login', { provider: 'phone', session_id }],
      ['user_signedup', { provider: 'phone', channel, session_id }],
    ]);
  }
});

test('entries of one transaction are in reverse order of writing', async () => {
  const { call } = sql_api;
  for (let asked = 0; asked < 12; asked += 1) {
    await sql_api.advance(1);
    const email = newEmail();
    await call('request_magic_link', { email, settings: settings({ mailer_autoconfirm: true }), client });
    const found = await entries({ query: `author:${email}` });
    assert.equal(
      found.map(({ payload }) => payload.action),
      ['user_recovery_requested', 'login', 'user_signedup'],
    );
  }
});

test.run();
