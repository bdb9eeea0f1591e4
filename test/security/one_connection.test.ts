// runner: when=gateway,core

// Every request completes although each pool has a single connection, and several requests of each route arrive at
// once. A request that waits for a second connection while it occupies one would wait forever, because the database's
// and the gateway's time limits are raised.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { type Answer, bearer, newEmail, startStack } from '../support/processes/stack.ts';
import { keyOf, requestBodies } from './bodies.ts';
import { FEATURES, fillPath, routeName, tokenFor } from './routes.ts';

/** Number of concurrent requests of each route. */
const AT_ONCE = 3;
/** Time in ms after which a request counts as blocked. */
const BLOCKED_MS = 60_000;
const PASSWORD = 'correct horse battery';

const stack = await startStack({
  worker: false,
  env: { ...FEATURES, SVC_DB_MAX_POOL_SIZE: '4', SVC_MAILER_AUTOCONFIRM: 'true' },
});
test.after(() => stack.close());

async function withoutBlocking(what: string, sent: Promise<Answer>): Promise<Answer> {
  const blocked = sleep(BLOCKED_MS, null, { ref: false });
  const answer = await Promise.race([sent, blocked]);
  if (answer === null) throw new Error(`${what} waits for a connection`);
  assert.ok(answer.status < 500, `${what}: ${answer.status} ${answer.text}`);
  return answer;
}

const signUp = () => withoutBlocking('POST /signup', stack.post('/signup', { email: newEmail(), password: PASSWORD }));
const several = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: AT_ONCE }, work));

test('several requests of every route complete with one connection in each pool', async () => {
  const person = (await signUp()).body;
  const { id } = person.user as { id: string };
  const bodies = requestBodies(() => person.access_token);
  const rows: readonly Route[] = ROUTES;
  for (const route of rows) {
    await several(() =>
      withoutBlocking(
        routeName(route),
        stack.request(
          route.method,
          fillPath(route, id),
          bodies[keyOf(route)]?.(),
          tokenFor(route, bearer(person.access_token)),
        ),
      ),
    );
  }
  const pools = await stack.db.sql`
    select application_name as name, count(*)::integer as connections from pg_stat_activity
    where datname = ${stack.db.name} and application_name in ('postern fast', 'postern hash', 'postern admin')
    group by 1 order by 1`;
  assert.equal(
    [...pools].map((pool) => ({ ...pool })),
    ['admin', 'fast', 'hash'].map((name) => ({ name: `postern ${name}`, connections: 1 })),
  );
});

test('whole sessions of several users complete at once with one connection in each pool', async () => {
  await several(async () => {
    const { user, refresh_token } = (await signUp()).body;
    const { email } = user as { email: string };
    const signed_in = await withoutBlocking(
      'a sign-in',
      stack.post('/token?grant_type=password', { email, password: PASSWORD }),
    );
    assert.is(signed_in.status, 200, signed_in.text);
    const refreshed = await withoutBlocking(
      'a refresh',
      stack.post('/token?grant_type=refresh_token', { refresh_token }),
    );
    assert.is(refreshed.status, 200, refreshed.text);
    const mine = bearer(refreshed.body.access_token);
    const changed = await withoutBlocking(
      'a new password',
      stack.request('PUT', '/user', { password: `${PASSWORD}!` }, mine),
    );
    assert.is(changed.status, 200, changed.text);
    const factor = await withoutBlocking('an enrolment', stack.post('/factors', { factor_type: 'totp' }, mine));
    assert.is(factor.status, 200, factor.text);
    assert.is((await withoutBlocking('a sign-out', stack.post('/logout', undefined, mine))).status, 204);
  });
});

test.run();
