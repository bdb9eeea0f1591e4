// Random sequences of SCIM requests, sign-ins and bans for one provider, in a database with another provider and an
// ordinary account. Checks the invariants of docs/adr/0057-accounts-that-an-organization-provisions.md after each step.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkModel, stepsArbitrary } from '../../security/model.ts';
import { SERVICE } from '../../support/clients/admin.ts';
import { type Body, type Resource, type ScimClient, startScimStack, USER } from './client.ts';

const world = await startScimStack({ SVC_RATE_LIMIT_SSO: '100000', SVC_SAML_RATE_LIMIT_ASSERTION: '100000' });
const { stack, client, signIn } = world;
test.after(() => stack.close());

/** Number of people in the organization. Each sequence creates new people. */
const PEOPLE = 3;
const person = fc.nat({ max: PEOPLE - 1 });
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('provision', 'delete', 'signIn', 'ban', 'unban', 'foreign', 'move'), who: person }),
  fc.record({ do: fc.constantFrom('activate', 'put'), who: person, active: fc.boolean() }),
);
type Step = { do: string; who: number; active?: boolean };

interface Row {
  user_id: string;
  active: boolean;
  deleted: boolean;
  deprovisioned: boolean;
  banned_until: string | null;
  sessions: number;
  foreign: boolean;
}

async function checkInvariants(provider: string, bans: ReadonlyMap<string, boolean>, ordinary: string): Promise<void> {
  const rows = await stack.db.sql<Row[]>`
    select s.user_id, s.active, s.deleted_at is not null as deleted, u.deprovisioned_at is not null as deprovisioned,
      u.banned_until, (select count(*)::integer from auth.sessions as x
        where x.user_id = u.id and x.revoked_at is null) as sessions,
      not u.is_sso_user or u.raw_app_meta_data ->> 'provider' <> ${`sso:${provider}`} as foreign
    from auth.scim_users as s join auth.users as u on u.id = s.user_id where s.provider_id = ${provider}`;
  for (const row of rows) {
    assert.is(row.foreign, false, 'a resource reaches accounts of its provider alone');
    assert.is(row.deprovisioned, !row.active, 'active is what refuses');
    if (!row.active) assert.is(row.sessions, 0, 'no session of a user that is not active');
    if (row.deleted) assert.is(row.active, false);
    const banned = bans.get(row.user_id);
    if (banned !== undefined) assert.is(row.banned_until !== null, banned, 'a ban is the administrator’s');
  }
  const [named] = await stack.db.sql`
    select count(*)::integer as n from auth.addresses as a join auth.users as u on u.id = a.user_id where u.is_sso_user`;
  assert.is(named?.n, 0, 'no address of an account of SSO finds it');
  const [untouched] = await stack.db.sql`
    select deprovisioned_at is null and banned_until is null and not is_sso_user as ok from auth.users where id = ${ordinary}`;
  assert.is(untouched?.ok, true, 'an ordinary account with the same address is untouched');
}

async function performSteps(own: ScimClient, other: ScimClient, sequence: readonly Step[]): Promise<void> {
  const people = Array.from({ length: PEOPLE }, () => ({
    name: `p${randomUUID()}@corp.example`,
    subject: randomUUID(),
    id: null as string | null,
  }));
  const bans = new Map<string, boolean>();
  await stack.db.sql`delete from auth.users where is_sso_user`;
  const first = people[0]?.name as string;
  const ordinary = await stack.post('/admin/users', { email: first, email_confirm: true }, SERVICE);
  const account = async (name: string): Promise<string[]> =>
    (await stack.db.sql`select id from auth.users where email = ${name} and is_sso_user`).map(({ id }) => String(id));
  for (const one of sequence) {
    const who = people[one.who] as (typeof people)[number];
    const path = `/Users/${who.id ?? randomUUID()}`;
    const body: Body = { schemas: [USER], userName: who.name, externalId: who.subject };
    const exists = who.id !== null;
    if (one.do === 'provision') {
      const answer = await own.send('POST', '/Users', body);
      assert.is(answer.status, exists ? 409 : 201, answer.text);
      if (!exists) who.id = (answer.body as Resource).id;
    } else if (one.do === 'delete') {
      assert.is((await own.send('DELETE', path)).status, exists ? 204 : 404);
      who.id = null;
    } else if (one.do === 'activate') {
      const value = one.active;
      assert.is((await own.patch(path, { op: 'Replace', path: 'active', value })).status, exists ? 200 : 404);
    } else if (one.do === 'put') {
      assert.is((await own.send('PUT', path, { ...body, active: one.active })).status, exists ? 200 : 404);
    } else if (one.do === 'move') {
      const value = { title: randomUUID() };
      assert.is((await own.patch(path, { op: 'replace', value })).status, exists ? 200 : 404);
    } else if (one.do === 'foreign') {
      assert.is((await other.send('DELETE', path)).status, 404);
      assert.is((await other.patch(path, { op: 'replace', path: 'active', value: false })).status, 404);
    } else if (one.do === 'signIn') {
      await signIn(own.idp, own.provider, { nameId: who.subject, attributes: { mail: who.name } });
    } else {
      const [id] = await account(who.name);
      if (id !== undefined) {
        const ban_duration = one.do === 'ban' ? '1h' : 'none';
        assert.is((await stack.request('PUT', `/admin/users/${id}`, { ban_duration }, SERVICE)).status, 200);
        bans.set(id, one.do === 'ban');
      }
    }
    for (const { name } of people) assert.ok((await account(name)).length <= 1, 'one account of one person');
    await checkInvariants(own.provider, bans, String(ordinary.body.id));
  }
  await stack.request('DELETE', `/admin/users/${ordinary.body.id}`, {}, SERVICE);
}

test('random sequences keep the invariants', async () => {
  const own = await client();
  const other = await client();
  await checkModel<Step[]>({
    of: import.meta.url,
    name: 'provisioning',
    sequences: stepsArbitrary(step, 3, 12),
    run: (sequence) => performSteps(own, other, sequence),
    numRuns: 25,
  });
});

test.run();
