// Runs the commands of docs/rotating-keys.md in order on a stack whose user has a TOTP factor.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentFor } from '../cli/admin.ts';
import { readBlocks } from '../house/blocks.ts';
import { basicAuthorization, createOAuthClient, postForm, type TestClient } from '../support/clients/oauth.ts';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import { runSqlBlock } from '../support/processes/guide.ts';
import { runInside } from '../support/processes/inside.ts';
import { bearer, confirmedUser, JWT_SECRET, PEPPER, startStack, type TestGateway } from '../support/processes/stack.ts';

const DOCUMENT = 'docs/rotating-keys.md';
const blocks = readBlocks(DOCUMENT);
const done = new Set<object>();
const left = () => blocks.filter((block) => !done.has(block));

const stack = await startStack({ env: { SVC_OAUTH_SERVER_ENABLED: 'true' } });
/** Current settings of the operator. */
let env: Record<string, string> = {
  ...environmentFor(stack.db),
  SVC_JWT_SECRET: JWT_SECRET,
  SVC_SECURITY_PEPPER: PEPPER,
};
test.after(() => stack.close());

/** Returns the next block, which must contain `part`. */
function nextBlock(part: string): (typeof blocks)[number] {
  const [block] = left();
  if (!block?.text.includes(part)) throw new Error(`${part} is not in the next block: ${block?.text}`);
  done.add(block);
  return block;
}
/** Runs the commands of the next block. Returns the output of each. */
async function runBlock(part: string, place = (text: string) => text): Promise<string[]> {
  const lines: string[] = [];
  for (const line of place(nextBlock(part).text).trim().split('\n')) {
    const [npx, postern, ...args] = line.split(' ');
    assert.equal([npx, postern], ['npx', 'postern']);
    const ended = await runInside(args, { env });
    assert.is(ended.code, 0, `${line}\n${ended.stderr}`);
    lines.push(ended.stdout);
  }
  return lines;
}
/** Parses the settings of each step that `key rotate` prints. */
const stepsOf = (text: string): Record<string, string>[] =>
  text
    .split(/^# \d\. .*\n/m)
    .slice(1)
    .map((step) =>
      Object.fromEntries(
        step
          .trim()
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      ),
    );
/** Starts a gateway with the settings of a step and the keys of the earlier steps. */
async function startGatewayWith(set: Record<string, string>): Promise<TestGateway> {
  env = { ...env, ...set };
  return stack.another({
    ...set,
    SVC_SECURITY_PEPPER: env.SVC_SECURITY_PEPPER ?? '',
    SVC_JWT_KEYS: env.SVC_JWT_KEYS ?? '',
    SVC_JWT_SECRET: env.SVC_JWT_SECRET ?? '',
  });
}
const refresh = (node: TestGateway, refresh_token: unknown) =>
  node.post('/token?grant_type=refresh_token', { refresh_token });

const user = await confirmedUser(stack);
let signed_in = { access_token: user.access_token as unknown, refresh_token: user.refresh_token as unknown };
const enrolled = await stack.post('/factors', { factor_type: 'totp' }, bearer(signed_in.access_token));
const factor = {
  id: String(enrolled.body.id),
  secret: decodeBase32(String((enrolled.body.totp as { secret: string }).secret)),
};
/** Verifies the factor with a code and returns the status. Clears used_step, so that a code may be used again. */
async function verifyStatus(node: TestGateway): Promise<number> {
  await stack.db.sql`update auth.factors set used_step = null`;
  const challenge = await node.post(`/factors/${factor.id}/challenge`, {}, bearer(signed_in.access_token));
  const proof = { challenge_id: challenge.body.id, code: computeTotp(factor.secret, Date.now()) };
  const answer = await node.post(`/factors/${factor.id}/verify`, proof, bearer(signed_in.access_token));
  if (answer.status === 200) signed_in = answer.body as typeof signed_in;
  return answer.status;
}

test('the key of access tokens: each step accepts the tokens of its neighbours, the last rejects those of the old key', async () => {
  assert.is(await verifyStatus(stack), 200);
  const first = signed_in.access_token;
  const [text = ''] = await runBlock('key rotate jwt');
  const [one, two, three] = stepsOf(text) as [Record<string, string>, Record<string, string>, Record<string, string>];
  const gateways = [await startGatewayWith(one), await startGatewayWith(two)] as const;
  for (const gateway of gateways) assert.is((await gateway.get('/user', bearer(first))).status, 200);
  const renewed = (await refresh(gateways[1], signed_in.refresh_token)).body as typeof signed_in;
  assert.is(
    (await gateways[0].get('/user', bearer(renewed.access_token))).status,
    200,
    'step 1 knows the key of step 2',
  );
  const [anon, service] = await runBlock('key issue --role anon');
  const last = await startGatewayWith(three);
  assert.is((await last.get('/user', bearer(first))).status, 403, 'the old key is gone');
  assert.is((await last.get('/user', bearer(renewed.access_token))).status, 200);
  assert.is((await last.get('/admin/users', bearer(service?.trim()))).status, 200);
  assert.is((await last.get('/admin/users', bearer(anon?.trim()))).status, 403);
  const [list = ''] = await runBlock('key list');
  assert.match(list, 'signs and verifies');
  signed_in = renewed;
});

test('the pepper: no user is signed out, an authenticator app works throughout, and the old key can be removed', async () => {
  const [text = ''] = await runBlock('key rotate pepper');
  const [one, two, three] = stepsOf(text) as [Record<string, string>, Record<string, string>, Record<string, string>];
  const before = signed_in.refresh_token;
  const opens = await startGatewayWith(one);
  assert.is(await verifyStatus(opens), 200);
  const seals = await startGatewayWith(two);
  await stack.post('/recover', { email: user.email });
  const { path } = await stack.mail(user.email, 2);
  const renewed = await refresh(seals, signed_in.refresh_token);
  assert.is(renewed.status, 200, renewed.text);
  signed_in = renewed.body as typeof signed_in;
  assert.is((await refresh(opens, signed_in.refresh_token)).status, 200, 'step 1 opens what step 2 sealed');
  assert.match((await seals.get(path)).headers.get('location') ?? '', 'access_token=', 'a link of before');
  assert.equal(await runBlock('key reseal'), ['Resealed with key 1: 1. Unreadable: 0.\n']);
  const client = await createOAuthClient(stack);
  const listed = await runInside(['key', 'reseal'], { env });
  assert.equal([listed.code, listed.stderr.includes(`oauth client rotate-secret ${client.client_id}`)], [1, true]);
  const rotated = await runInside(['oauth', 'client', 'rotate-secret', client.client_id, '--yes', '--json'], { env });
  assert.is(rotated.code, 0, rotated.stderr);
  const { client_secret } = JSON.parse(rotated.stdout) as { client_secret: string };
  assert.is((await runInside(['key', 'reseal'], { env })).code, 0);
  signed_in = (await refresh(seals, signed_in.refresh_token)).body as typeof signed_in;
  const last = await startGatewayWith(three);
  const revoke = (one: TestClient) => postForm(last, '/oauth/revoke', { token: 'x' }, basicAuthorization(one));
  assert.is((await revoke({ ...client, client_secret })).status, 200);
  assert.is((await revoke(client)).status, 401, 'a secret that was derived from the old key');
  assert.is(await verifyStatus(last), 200, 'the secret was sealed anew');
  assert.is((await refresh(last, signed_in.refresh_token)).status, 200);
  assert.is((await refresh(last, before)).status, 400, 'a token that the old key sealed');
});

test('without reseal, the last step lists the secrets that cannot be unsealed, as the document says', async () => {
  const other = `9:${Buffer.alloc(32, 9).toString('base64')}`;
  const ended = await runInside(['key', 'reseal'], { env: { ...env, SVC_SECURITY_PEPPER: other } });
  assert.equal([ended.code, ended.stdout], [1, 'Resealed with key 9: 0. Unreadable: 1.\n']);
  assert.match(ended.stderr, `factor ${factor.id} is sealed by a key that is not in SVC_SECURITY_PEPPER`);
});

test('a password of a role: open connections stay, and a process with the new one starts', async () => {
  const { text } = nextBlock('alter role auth_gateway password');
  // All tests share the roles, so the new password equals the old one.
  const password = new URL(stack.db.url('gateway')).password;
  const block = { file: DOCUMENT, line: 0, language: 'sql', text };
  const ran = await runSqlBlock(stack.db.superuser_url)(block, text.replace('…', decodeURIComponent(password)));
  assert.equal([ran.code, ran.stdout.trim()], [0, 'ALTER ROLE'], ran.stderr);
  assert.is((await stack.get('/settings')).status, 200);
  assert.is((await (await stack.another()).post('/recover', { email: 'nobody@example.com' })).status, 200);
});

test('a webhook: a second secret, then the first is removed; no block is left out', async () => {
  const added = await runInside(['webhook', 'add', 'https://app.example.com/events', '--json'], { env });
  const { id } = JSON.parse(added.stdout) as { id: string };
  const secrets = async () =>
    (await stack.db.sql`select cardinality(secrets) as count from auth.webhooks`)[0]?.count as number;
  const both = blocks.find((block) => block.text.includes('webhook rotate'));
  assert.is(both?.text.match(/SERVER/g)?.length, 2);
  await runBlock('webhook rotate SERVER', (text) => text.replaceAll('SERVER', id));
  assert.is(await secrets(), 1);
  assert.equal(left(), []);
});

test.run();
