// Under load several requests share one statement. Each request gets its own response, and an error or a lock wait
// affects only its own request.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { bearer, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ keeps_time_limits: true, worker: false, env: { SVC_MAILER_AUTOCONFIRM: 'true' } });
const { sql } = stack.db;
test.after(() => stack.close());

interface Person {
  id: string;
  email: string;
  access: string;
  refresh: string;
}

async function createPeople(count: number, name: string): Promise<Person[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const email = `${name}${at}@example.com`;
      const { body } = await stack.post('/signup', { email, password: 'correct horse battery' });
      const { id } = body.user as { id: string };
      return { id, email, access: String(body.access_token), refresh: String(body.refresh_token) };
    }),
  );
}

const each = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const put = ({ access }: Person, data: object) => stack.request('PUT', '/user', { data }, bearer(access));

test('300 concurrent requests: valid users, a banned one, a deleted one, and another audience', async () => {
  const people = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const email = `shared${at}@example.com`;
      const { body } = await stack.post('/signup', { email, password: 'correct horse battery' });
      return { email, id: (body.user as { id: string }).id, token: String(body.access_token) };
    }),
  );
  const [banned, gone] = people;
  await stack.db.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${String(banned?.id)}`;
  await stack.db.sql`delete from auth.users where id = ${String(gone?.id)}`;

  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, at) => {
      const person = people[at % people.length] as (typeof people)[number];
      const elsewhere = at >= 280;
      const headers = {
        Authorization: `Bearer ${person.token}`,
        ...(elsewhere ? { 'X-JWT-AUD': 'somewhere "else"' } : {}),
      };
      return { person, elsewhere, answer: await stack.get('/user', headers) };
    }),
  );
  for (const { person, elsewhere, answer } of answers) {
    const result = [answer.status, answer.body.error_code ?? answer.body.id];
    if (person === banned) assert.equal(result, [403, 'user_banned']);
    else if (person === gone) assert.equal(result, [403, 'user_not_found']);
    else if (elsewhere) assert.equal(result, [400, 'validation_failed']);
    else assert.equal([...result, answer.body.email], [200, person.id, person.email]);
  }
});

test('sessions refreshed concurrently: each continues with its own tokens, and a reused one ends only its own session', async () => {
  const all = await createPeople(8, 'refreshed');
  const refresh = (token: string) => stack.post('/token?grant_type=refresh_token', { refresh_token: token });
  const [thief, ...others] = all as [Person, ...Person[]];
  const spent = thief.refresh;
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(all.map(({ refresh: token }) => refresh(token)));
    answers.forEach(({ status, body }, at) => {
      const person = all[at] as Person;
      assert.equal([status, (body.user as { id?: string })?.id], [200, person.id]);
      person.refresh = String(body.refresh_token);
    });
  }
  const [stolen, ...rest] = await Promise.all([spent, ...others.map(({ refresh: token }) => token)].map(refresh));
  assert.equal([stolen?.status, stolen?.body.error_code], [400, 'refresh_token_already_used']);
  assert.equal(
    rest.map(({ status }) => status),
    others.map(() => 200),
  );
  const ended = await sql<{ id: string }[]>`select user_id as id from auth.sessions where revoked_reason = 'reuse'`;
  assert.equal(
    ended.map(({ id }) => id),
    [thief.id],
  );
});

test('a user whose row is locked: only this request gets an error to retry', async () => {
  const [stuck, ...others] = (await createPeople(7, 'locked')) as [Person, ...Person[]];
  await sql.begin(async (tx) => {
    await tx`select from auth.users where id = ${stuck.id} for update`;
    const blocked = each(4, (at) => put(stuck, { at }));
    const answers = await each(60, (at) => put(others[at % others.length] as Person, { [`key${at}`]: at }));
    assert.equal([...new Set(answers.map(({ status, body }) => `${status} ${body.msg ?? ''}`))], ['200 ']);
    assert.equal([...new Set((await blocked).map(({ status }) => status))], [503]);
  });
  assert.is((await put(stuck, { at: 'last' })).status, 200);
  for (const [place, { id }] of others.entries()) {
    const [row] = await sql`select raw_user_meta_data as data from auth.users where id = ${id}`;
    for (let at = place; at < 60; at += others.length) assert.is(row?.data[`key${at}`], at);
  }
});

test('links followed concurrently, one of which a trigger of the application rejects', async () => {
  const links = await each(12, async (at) => {
    const answer = await stack.post(
      '/admin/generate_link',
      { type: 'magiclink', email: `linked${at}@example.com` },
      SERVICE,
    );
    const { hashed_token: token_hash, verification_type: type } = answer.body;
    return { token_hash, type };
  });
  await sql.unsafe(`
    create function public.keep_out() returns trigger language plpgsql as $$
    begin
      if new.email = 'linked3@example.com' then
        raise exception 'stay outside';
      end if;
      return new;
    end $$;
    create trigger keep_out before update on auth.users for each row execute function public.keep_out()`);
  const answers = await Promise.all(links.map((link) => stack.post('/verify', link)));
  assert.equal(
    answers.map(({ status, body }) => [status, (body.user as { email?: string })?.email ?? body.msg]),
    links.map((_, at) => (at === 3 ? [500, 'Error confirming user'] : [200, `linked${at}@example.com`])),
  );
  const again = await Promise.all(links.map((link) => stack.post('/verify', link)));
  assert.equal(
    again.map(({ status }) => status),
    links.map((_, at) => (at === 3 ? 500 : 403)),
  );
});

test.run();
