// POST /user/merge over HTTP: an anonymous account into an existing one, two accounts of one person, second factors,
// and errors.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBlocks } from '../house/blocks.ts';
import { claimsOf } from '../support/clients/client.ts';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import { createHookSchema, defineHook, functionHookSettings } from '../support/database/hooks.ts';
import { bearer, confirmedUser, startStack, type TestGateway } from '../support/processes/stack.ts';

const MERGING = {
  ...functionHookSettings('merge_users'),
  SVC_SECURITY_ACCOUNT_MERGING_ENABLED: 'true',
  SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  SVC_MAILER_NOTIFICATIONS_ACCOUNT_MERGED_ENABLED: 'true',
};
const stack = await startStack({ env: MERGING });
const impatient = await stack.another({ ...MERGING, SVC_SECURITY_ACCOUNT_MERGING_MAX_AGE: '1' });
const off = await stack.another({ SVC_SECURITY_ACCOUNT_MERGING_ENABLED: 'false' });
const { sql } = stack.db;
test.after(() => stack.close());

await createHookSchema(stack.db);
await sql`drop function app.merge_users`;
// The hook function of docs/hooks.md, unchanged.
for (const { language, text } of readBlocks('docs/hooks.md'))
  if (language === 'sql' && text.includes('app.merge_users')) await sql.unsafe(text);

const merge = (token: unknown, access_token: unknown, at: TestGateway = stack) =>
  at.post('/user/merge', { access_token }, bearer(token));
const anonymous = async () => {
  const { body } = await stack.post('/signup', {});
  return { id: (body.user as { id: string }).id, access_token: String(body.access_token) };
};
const documentsOf = async (id: string) =>
  (await sql`select title from app.documents where owner = ${id} order by title`).map(({ title }) => title);
const write = (id: string, title: string) => sql`insert into app.documents (owner, title) values (${id}, ${title})`;

test('an anonymous account is merged into an existing one, with its rows', async () => {
  const user = await confirmedUser(stack);
  const guest = await anonymous();
  await write(guest.id, 'cart');
  await write(user.id, 'order');
  const { status, body, text } = await merge(user.access_token, guest.access_token);
  assert.is(status, 200, text);
  assert.equal([body.id, body.email], [user.id, user.email]);
  assert.equal(await documentsOf(user.id), ['cart', 'order']);
  assert.is((await stack.get('/user', bearer(guest.access_token))).status, 403, 'the guest is gone');
  assert.is((await stack.get('/user', bearer(user.access_token))).status, 200);
  const [entry] =
    await sql`select actions, traits from auth.audit_log where actor_id = ${user.id} order by id desc limit 1`;
  assert.equal([entry?.actions, entry?.traits.user_id], [['user_merged'], guest.id]);
  assert.is((await merge(user.access_token, guest.access_token)).body.error_code, 'user_not_found');
});

test('one of two accounts is merged: its address is free, and its refresh token is void', async () => {
  const [kept, other] = [await confirmedUser(stack), await confirmedUser(stack)];
  assert.is((await merge(kept.access_token, other.access_token)).status, 200);
  const { refresh_token } = other;
  assert.is((await stack.post('/token?grant_type=refresh_token', { refresh_token })).status, 400);
  const { email, password } = other;
  assert.is((await stack.post('/token?grant_type=password', { email, password })).status, 400);
  const again = await confirmedUser(stack, { email: `again.${email}` });
  assert.is.not(again.id, kept.id);
  assert.is(
    (await stack.post('/token?grant_type=password', { email: kept.email, password: kept.password })).status,
    200,
  );
});

test('the owners of both accounts are notified by mail', async () => {
  const [kept, other] = [await confirmedUser(stack), await confirmedUser(stack)];
  assert.is((await merge(kept.access_token, other.access_token)).status, 200);
  for (const { email } of [kept, other]) {
    const mail = await stack.mail(email, 2);
    assert.is(mail.parsed.subject, 'Two accounts have been merged');
    assert.match(
      String(mail.parsed.text),
      `The account of ${other.email} has been merged into the account of ${kept.email} and no longer exists by itself.`,
    );
  }
});

test('a second factor of either account has to be shown, and protects the merged account', async () => {
  const [plain, secured] = [await confirmedUser(stack), await confirmedUser(stack)];
  const enrolled = await stack.post('/factors', { factor_type: 'totp' }, bearer(secured.access_token));
  const { secret } = enrolled.body.totp as { secret: string };
  const factor = `/factors/${enrolled.body.id}`;
  const challenge = await stack.post(`${factor}/challenge`, {}, bearer(secured.access_token));
  const code = computeTotp(decodeBase32(secret), Date.now());
  const { body } = await stack.post(
    `${factor}/verify`,
    { challenge_id: challenge.body.id, code },
    bearer(secured.access_token),
  );
  const strong = String(body.access_token);
  const credentials = { email: secured.email, password: secured.password };
  const weak = (await stack.post('/token?grant_type=password', credentials)).body.access_token;
  for (const [kept, other] of [
    [plain.access_token, weak],
    [weak, plain.access_token],
  ]) {
    const refused = await merge(kept, other);
    assert.equal([refused.status, refused.body.error_code], [403, 'insufficient_aal']);
  }
  const second = (await stack.post('/token?grant_type=password', { email: plain.email, password: plain.password }))
    .body;
  assert.is((await merge(plain.access_token, strong)).status, 200);
  const user = (await stack.get('/user', bearer(plain.access_token))).body;
  assert.equal(
    (user.factors as { status: string }[]).map((one) => one.status),
    ['verified'],
  );
  const changed = await stack.request('PUT', '/user', { password: 'another password' }, bearer(plain.access_token));
  assert.is(changed.body.error_code, 'insufficient_aal');
  const { refresh_token } = second;
  assert.is((await stack.post('/token?grant_type=refresh_token', { refresh_token })).status, 400, 'other sessions end');
  const next = await stack.post(`${factor}/challenge`, {}, bearer(plain.access_token));
  assert.is(next.status, 200, 'the factor that came is the account’s own');
});

test('without a second proof, with an old one, or with a forged one nothing is merged', async () => {
  const [one, two] = [await confirmedUser(stack), await confirmedUser(stack)];
  const forged = `${two.access_token.slice(0, -8)}AAAAAAAA`;
  for (const [token, expected] of [
    [undefined, [400, 'validation_failed']],
    ['', [400, 'validation_failed']],
    [forged, [403, 'bad_jwt']],
    [one.access_token, [400, 'validation_failed']],
  ] as const) {
    const { status, body } = await merge(one.access_token, token);
    assert.equal([status, body.error_code], expected);
  }
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const old = await merge(one.access_token, two.access_token, impatient);
  assert.equal([old.status, old.body.error_code], [400, 'reauthentication_needed']);
  await stack.post('/logout?scope=local', undefined, bearer(two.access_token));
  assert.is((await merge(one.access_token, two.access_token)).body.error_code, 'session_not_found');
  const guest = await anonymous();
  assert.is(
    (await merge(guest.access_token, one.access_token)).status,
    422,
    'nobody is merged into an anonymous account',
  );
  assert.is((await merge(one.access_token, guest.access_token, off)).body.error_code, 'feature_disabled');
  assert.ok(claimsOf(one.access_token).session_id);
});

test('an error of the hook, and a row that it leaves behind, undo everything', async () => {
  const [kept, other] = [await confirmedUser(stack), await confirmedUser(stack)];
  await write(other.id, 'kept');
  await defineHook(stack.db, 'merge_users', `return '{"error": {"http_code": 409, "message": "not this one"}}';`);
  const refused = await merge(kept.access_token, other.access_token);
  assert.equal([refused.status, refused.body.msg], [409, 'not this one']);
  await defineHook(stack.db, 'merge_users', `return '{}';`);
  const left = await merge(kept.access_token, other.access_token);
  assert.equal([left.status, left.body.error_code], [500, 'unexpected_failure']);
  assert.equal(await documentsOf(other.id), ['kept']);
  assert.is((await stack.get('/user', bearer(other.access_token))).status, 200);
});

test.run();
