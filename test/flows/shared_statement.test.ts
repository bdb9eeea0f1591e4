// GET /user under load, where requests share statements: each gets its own user, and who is refused is refused alone.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ worker: false, env: { SVC_MAILER_AUTOCONFIRM: 'true' } });
test.after(() => stack.close());

test('300 at once: users, one who is banned, one who is gone, and an audience that is another', async () => {
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
    const told = [answer.status, answer.body.error_code ?? answer.body.id];
    if (person === banned) assert.equal(told, [403, 'user_banned']);
    else if (person === gone) assert.equal(told, [403, 'user_not_found']);
    else if (elsewhere) assert.equal(told, [400, 'validation_failed']);
    else assert.equal([...told, answer.body.email], [200, person.id, person.email]);
  }
});

test.run();
