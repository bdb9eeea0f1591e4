// SECURITY_EVEN_ANSWERS: requests that must not reveal whether an address has an account get their response at the end
// of a time slot, long after the work is done. test/security/long/known_addresses.test.ts compares the times.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const stack = await startStack({ worker: false, env: { SVC_SECURITY_EVEN_ANSWERS: '2s' } });
test.after(() => stack.close());

test('every route without a token that may send a message to an address of its body uses a time slot', () => {
  const rows = (ROUTES as readonly Route[]).filter(({ auth, calls, grant_type }) => {
    const sources = Object.values(calls.at(-1)?.args ?? {});
    // The password grant sends a message only after a correct password. Other grants have no address in the body.
    if (grant_type !== undefined) return false;
    return auth === 'none' && sources.includes('link') && sources.some((one) => /^body\.(email|phone)$/.test(one));
  });
  const paths = rows.map(({ path }) => path).sort();
  assert.equal(paths, ['/magiclink', '/otp', '/recover', '/resend', '/signup']);
  assert.equal((ROUTES as readonly Route[]).flatMap(({ even, path }) => (even === 'all' ? [path] : [])).sort(), paths);
});

test('the work is done, and other requests are answered, before the first response is sent', async () => {
  const bodies: Record<string, (email: string) => object> = {
    '/signup': (email) => ({ email, password: PASSWORD }),
    '/otp': (email) => ({ email }),
    '/magiclink': (email) => ({ email }),
    '/recover': (email) => ({ email }),
    '/resend': (email) => ({ type: 'signup', email }),
  };
  const shots: [path: string, body: object][] = [];
  for (const [path, bodyOf] of Object.entries(bodies)) {
    const known = newEmail();
    await stack.post('/admin/users', { email: known, email_confirm: true }, SERVICE);
    for (const email of [known, newEmail()]) shots.push([path, bodyOf(email)]);
  }
  let answered = 0;
  const sent = shots.map(async ([path, body]) => {
    const { status } = await stack.post(path, body);
    answered += 1;
    return status;
  });
  for (let done = 0; done < 2 * shots.length; ) {
    const [row] = await stack.db.sql<{ done: number }[]>`select count(*)::integer as done from auth.attempts`;
    done = row?.done ?? 0;
  }
  assert.is((await stack.get('/admin/users', SERVICE)).status, 200);
  assert.is(answered, 0);
  assert.equal(
    await Promise.all(sent),
    shots.map(() => 200),
  );
});

test('a wrong code waits for the end of the slot, a right one does not', async () => {
  const verify = (email: string, token: string) => stack.post('/verify', { type: 'email', email, token });
  const email = newEmail();
  await stack.post('/admin/users', { email, email_confirm: true }, SERVICE);
  const link = await stack.post('/admin/generate_link', { type: 'magiclink', email }, SERVICE);
  const code = String(link.body.email_otp);
  const answered: number[] = [];
  await Promise.all(
    (
      [
        [email, '000000'],
        [newEmail(), '000000'],
        [email, code],
      ] as const
    ).map(async ([address, token]) => {
      answered.push((await verify(address, token)).status);
    }),
  );
  assert.equal(answered, [200, 403, 403]);
});

test.run();
