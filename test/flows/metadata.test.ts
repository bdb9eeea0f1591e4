// Access tokens contain the user's metadata. With metadata up to the size limit a user can sign in and use the token.
// Larger metadata are rejected.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { bearer, confirmedUser, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const TOO_LONG = 'Metadata cannot be longer than 10240 bytes: user_metadata and app_metadata together, as JSON';
/** Returns the size in bytes of metadata as Postgres writes JSON: with a blank after each colon and comma. */
const bytes = (...all: object[]): number =>
  all.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one).replace(/(":|,)/g, '$1 ')), 0);

/** Asserts that an access token has at most 16,384 characters, and that GET /user accepts it with these headers. */
async function assertAccepted(access_token: unknown, headers: Record<string, string> = {}): Promise<void> {
  assert.ok(String(access_token).length <= 16_384, `${String(access_token).length} characters`);
  const answer = await stack.get('/user', { ...bearer(access_token), ...headers });
  assert.is(answer.status, 200, answer.text.slice(0, 200));
}

test('everything at its maximum: metadata, address, audience and role; signed in, accepted, refreshed', async () => {
  const aud = 'a'.repeat(255);
  const app_metadata = { provider: 'email', providers: ['email'] };
  const email = `${'e'.repeat(64)}@${Array(3).fill('d'.repeat(61)).join('.')}.com`;
  const user_metadata = { pad: '' };
  user_metadata.pad = '"'.repeat(4000) + 'x'.repeat(10_240 - 8000 - bytes(user_metadata, app_metadata));
  const user = { aud, role: 'r'.repeat(255), email, phone: '123456789012345', password: PASSWORD };
  const created = await stack.post('/admin/users', { ...user, email_confirm: true, user_metadata: {} }, SERVICE);
  assert.is(created.status, 200, created.text);
  const path = `/admin/users/${created.body.id}`;
  const put = (pad: string) =>
    stack.request(
      'PUT',
      path,
      { user_metadata: { pad, email_verified: null }, app_metadata: { providers: ['email'] } },
      SERVICE,
    );
  const refused = await put(`${user_metadata.pad}x`);
  assert.equal([refused.status, refused.body.error_code, refused.body.msg], [400, 'validation_failed', TOO_LONG]);
  assert.is((await put(user_metadata.pad)).status, 200);
  const header = { 'X-JWT-AUD': aud };
  const session = await stack.post('/token?grant_type=password', { email, password: PASSWORD }, header);
  assert.is(session.status, 200, session.text.slice(0, 200));
  await assertAccepted(session.body.access_token, header);
  const { refresh_token } = session.body;
  const next = await stack.post('/token?grant_type=refresh_token', { refresh_token });
  await assertAccepted(next.body.access_token, header);
});

test("a user's own metadata: up to the limit, and the token is still accepted", async () => {
  const person = await confirmedUser(stack);
  const put = (data: object) => stack.request('PUT', '/user', { data }, bearer(person.access_token));
  const { body } = await put({});
  const left = 10_240 - bytes({ ...(body.user_metadata as object), pad: '' }, body.app_metadata as object);
  const refused = await put({ pad: 'x'.repeat(left + 1) });
  assert.equal([refused.status, refused.body.error_code, refused.body.msg], [400, 'validation_failed', TOO_LONG]);
  assert.is((await put({ pad: 'x'.repeat(left) })).status, 200);
  const { body: next } = await stack.post('/token?grant_type=refresh_token', { refresh_token: person.refresh_token });
  await assertAccepted(next.access_token);
  const { status } = await stack.request('PUT', '/user', { data: { pad: 'short' } }, bearer(next.access_token));
  assert.is(status, 200);
});

test.run();
