// GET /admin/keys during a rotation: gateways count the use of each key, and the response names the next step and the
// time from which it is safe.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generateJwk } from '../../cli/keys/make.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { makeClient } from '../support/database/oauth.ts';
import { startStack, type TestGateway } from '../support/processes/stack.ts';

const [OLD, NEW] = [generateJwk('ES256', { sign: true }), generateJwk('ES256', { sign: true })] as [
  Record<string, unknown>,
  Record<string, unknown>,
];
const verifying = ({ d: _, ...jwk }: Record<string, unknown>) => ({ ...jwk, key_ops: ['verify'] });
const PEPPER = (id: number): string => `${id}:${Buffer.alloc(32, id).toString('base64')}`;
const stack = await startStack({
  worker: false,
  env: {
    SVC_JWT_KEYS: JSON.stringify([OLD]),
    SVC_JWT_VALID_METHODS: 'ES256,HS256',
    SVC_SECURITY_PEPPER: PEPPER(1),
    SVC_SESSIONS_TIMEBOX: '24h',
  },
});
test.after(() => stack.close());

interface KeysResponse {
  jwt_keys: { id: string | null; state: string; since: string | null }[];
  pepper_keys: { id: number; state: string; since: string | null }[];
  jwt_rotation: { step: string; key: string | null; safe_from: string | null; clients: number };
  pepper_rotation: { step: string; key: string | null; safe_from: string | null; clients: number };
}
const keysAt = async (node: Pick<TestGateway, 'get'>): Promise<KeysResponse> => {
  // The gateways of this test also count their keys, once a minute.
  await stack.db.sql`delete from auth.tallies where kind = 'key' and day + make_interval(hours => hour)
    > now() at time zone 'UTC' - interval '90 minutes'`;
  return (await node.get('/admin/keys', SERVICE)).body as unknown as KeysResponse;
};

/** Counts are per hour, and a new hour may begin during a test. */
const STARTED = Date.now();

/** Runs a gateway with these keys until it has stored its counts, and then moves the counts into the past. */
async function runGatewayWithKeys(keys: object[], pepper: string, hours_ago: number): Promise<void> {
  const node = await stack.another({ SVC_JWT_KEYS: JSON.stringify(keys), SVC_SECURITY_PEPPER: pepper });
  await node.get('/settings');
  await node.stop();
  const then = new Date(STARTED - hours_ago * 3_600_000);
  await stack.db.sql`update auth.tallies set day = ${then.toISOString().slice(0, 10)}, hour = ${then.getUTCHours()}
    where kind = 'key' and (day, hour) = (select day, hour from auth.tallies where kind = 'key' order by day desc, hour desc limit 1)`;
}
const hour = (ago: number): number => Math.floor((STARTED - ago * 3_600_000) / 3_600_000) * 3_600_000;

test('before a rotation: one key, no next step', async () => {
  assert.equal((await keysAt(stack)).jwt_rotation, { step: 'none', key: null, safe_from: null, clients: 0 });
  await runGatewayWithKeys([OLD], PEPPER(1), 50);
  const { jwt_keys, jwt_rotation, pepper_rotation, pepper_keys } = await keysAt(stack);
  assert.equal(jwt_keys[0], { id: OLD.kid, algorithm: 'ES256', state: 'signs', since: jwt_keys[0]?.since });
  assert.is(Date.parse(String(jwt_keys[0]?.since)), hour(50));
  assert.is(Date.parse(String(pepper_keys[0]?.since)), hour(50));
  assert.equal([jwt_rotation.step, pepper_rotation.step], ['none', 'none']);
});

test('a new key that only verifies: it may sign ten minutes after the gateways have published it', async () => {
  const keys = [OLD, verifying(NEW)];
  const node = await stack.another({
    SVC_JWT_KEYS: JSON.stringify(keys),
    SVC_SECURITY_PEPPER: `${PEPPER(1)},${PEPPER(2)}`,
  });
  const before = await keysAt(node);
  assert.equal(before.jwt_rotation, { step: 'published', key: NEW.kid, safe_from: null, clients: 0 });
  await runGatewayWithKeys(keys, `${PEPPER(1)},${PEPPER(2)}`, 5);
  const after = await keysAt(node);
  assert.is(after.jwt_rotation.step, 'published');
  assert.is(Date.parse(String(after.jwt_rotation.safe_from)), hour(5) + 3_600_000 + 600_000);
  assert.equal([after.pepper_rotation.step, after.pepper_rotation.key], ['published', '2']);
});

test('a gateway that does not know the new key yet postpones the next step', async () => {
  const node = await stack.another({ SVC_JWT_KEYS: JSON.stringify([OLD, verifying(NEW)]) });
  await runGatewayWithKeys([OLD], PEPPER(1), 4);
  const { jwt_rotation } = await keysAt(node);
  assert.is(jwt_rotation.step, 'published');
  assert.is(Date.parse(String(jwt_rotation.safe_from)), hour(4) + 3_600_000 + 600_000);
});

test('after the change: the old key may go when what it made has expired', async () => {
  const keys = [verifying(OLD), NEW];
  const pepper = `${PEPPER(2)},${PEPPER(1)}`;
  await runGatewayWithKeys(keys, pepper, 3);
  const node = await stack.another({ SVC_JWT_KEYS: JSON.stringify(keys), SVC_SECURITY_PEPPER: pepper });
  const { jwt_rotation, pepper_rotation } = await keysAt(node);
  assert.equal([jwt_rotation.step, jwt_rotation.key], ['changed', OLD.kid]);
  assert.is(Date.parse(String(jwt_rotation.safe_from)), hour(4) + 3_600_000 + stack.settings.jwt_exp * 1_000);
  assert.equal([pepper_rotation.step, pepper_rotation.key], ['changed', '1']);
  assert.is(Date.parse(String(pepper_rotation.safe_from)), hour(4) + 3_600_000 + 86_400_000);
});

test('the old pepper stays while it makes the secret of a client, and while a former secret is valid', async () => {
  const pepper = `${PEPPER(2)},${PEPPER(1)}`;
  const node = await stack.another({ SVC_JWT_KEYS: JSON.stringify([OLD]), SVC_SECURITY_PEPPER: pepper });
  const { sql } = stack.db;
  const ids = [await makeClient(sql), await makeClient(sql)];
  await sql`update auth.oauth_clients set secret_key_id = 1 where id = any(${ids})`;
  assert.equal((await keysAt(node)).pepper_rotation, { step: 'changed', key: '1', safe_from: null, clients: 2 });
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await sql`update auth.oauth_clients set secret_key_id = 2, previous_secret_until = ${until} where id = ${ids[0] ?? ''}`;
  assert.equal((await keysAt(node)).pepper_rotation, { step: 'changed', key: '1', safe_from: null, clients: 1 });
  await sql`update auth.oauth_clients set deleted_at = now() where id = ${ids[1] ?? ''}`;
  const { safe_from, clients } = (await keysAt(node)).pepper_rotation;
  assert.equal([Date.parse(String(safe_from)), clients], [Date.parse(until), 0]);
  await sql`update auth.oauth_clients set previous_secret_until = now() - interval '1 second'`;
  assert.is(Date.parse(String((await keysAt(node)).pepper_rotation.safe_from)), hour(4) + 3_600_000 + 86_400_000);
});

test.run();
