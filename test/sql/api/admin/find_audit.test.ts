// Tests of find_audit.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, assertAdministratorsOnly, NIL } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const NOTHING = {
  user_id: null,
  actor_id: null,
  actor_name: null,
  action: null,
  since: null,
  until: null,
  cursor: null,
};
const base = { claims: ADMIN, settings: settings(), most: null, ...NOTHING };
const find = async (args: CallArguments = {}) =>
  (await sql_api.call('find_audit', { ...base, ...args })) as { entries: CallArguments[]; next_cursor?: string };
const ids = async (args: CallArguments = {}) => (await find(args)).entries.map((entry) => entry.id);

test('administrators only, and only our cursors', async () => {
  await assertAdministratorsOnly(sql_api, 'find_audit', { ...NOTHING, most: null });
  const none = 'Bad Pagination Parameters: cursor is none of ours';
  await sql_api.refused('find_audit', { ...base, cursor: 'x' }, [400, 'validation_failed', none]);
});

test('finds actions by and on a user; an actor by id and by name; writes nothing', async () => {
  const [ada, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const change = { claims: ADMIN, user_id: ada.id, ban_duration: '1h', settings: settings(), client: {} };
  await sql_api.call('change_user', change);
  const { entries } = await find({ user_id: ada.id });
  assert.equal(entries.map((entry) => (entry.actions as string[]).join()).sort(), [
    'user_confirmation_requested',
    'user_modified',
    'user_signedup',
  ]);
  assert.is((await find({ user_id: ada.id, actor_id: ada.id })).entries.length, 2);
  assert.equal(await ids({ actor_id: NIL }), await ids({ actor_name: 'service_role' }));
  assert.equal(await ids({ user_id: ada.id, actor_name: other.email }), []);
  assert.equal(await ids({ user_id: randomUUID() }), []);
  assert.equal(await sql_api.changes(() => find()), []);
});

test('pages entries with equal times without a gap; since is inclusive, until is not', async () => {
  const whole = await ids();
  const seen: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page = await find({ most: 2, cursor });
    seen.push(...page.entries.map((entry) => entry.id));
    cursor = page.next_cursor ?? null;
  } while (cursor !== null);
  assert.equal(seen, whole);
  assert.ok(whole.length >= 5);
  assert.equal(await ids({ since: sql_api.now() }), whole);
  assert.equal(await ids({ until: sql_api.now() }), []);
});

test.run();
