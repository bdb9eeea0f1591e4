// Hooks at sign-ins with custom providers: a SQL function that runs within the transaction, and an HTTP server. After
// the response of the HTTP server, the gateway repeats the callback's SQL call.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf } from '../../support/clients/client.ts';
import {
  createHookSchema,
  defineHook,
  functionHookSettings,
  serverHookSettings,
} from '../../support/database/hooks.ts';
import { readRedirectFragment } from '../../support/processes/stack.ts';
import { startThirdParty } from '../../support/providers/third_party.ts';
import { ALLOW_LOOPBACK, newUserClaims, startCustomProviderStack } from './custom_journey.ts';

const HOOKS = ['before_user_created', 'custom_access_token'];
const server = await startThirdParty();
const { issuer, stack, oidc, add, depart, close } = await startCustomProviderStack(functionHookSettings(...HOOKS));
const asking = await stack.another({ ...ALLOW_LOOPBACK, ...serverHookSettings(server.url, ...HOOKS) });
test.after(async () => {
  await close();
  await server.close();
});
await createHookSchema(stack.db);

type Event = { claims: object; user: { email: string } };
const made = async (email: unknown): Promise<number> =>
  (await stack.db.sql`select from auth.users where email = ${String(email)}`).length;

for (const [what, node] of [
  ['a function', stack],
  ['a server', asking],
] as const) {
  const arrive = async (provider: string, user: Record<string, unknown>) =>
    readRedirectFragment(await node.get(issuer.consent(await depart(provider, '', node), user)));

  test(`${what} rejects a new user, who is not created; it is called once for an accepted user, and adds claims`, async () => {
    const provider = await add(oidc());
    const asked: string[] = [];
    let refuses = true;
    const error = { http_code: 403, message: 'by invitation' };
    server.behaviour = ({ path, body }) => {
      asked.push(path);
      const { claims } = JSON.parse(body) as Event;
      const created = refuses ? { error } : {};
      const answer = path === '/custom_access_token' ? { claims: { ...claims, plan: 'gold' } } : created;
      return { body: answer, headers: { 'content-type': 'application/json' } };
    };
    await defineHook(stack.db, 'before_user_created', `return '${JSON.stringify({ error })}';`);
    await defineHook(
      stack.db,
      'custom_access_token',
      `return jsonb_build_object('claims', event -> 'claims' || '{"plan": "gold"}');`,
    );
    const user = newUserClaims();
    const refused = await arrive(provider, user);
    assert.match(String(refused.get('error_description')), /by invitation/);
    assert.is(await made(user.email), 0);
    refuses = false;
    await defineHook(stack.db, 'before_user_created');
    asked.length = 0;
    const first = await arrive(provider, user);
    assert.is(claimsOf(first.get('access_token') ?? '').plan, 'gold', String(first));
    const again = await arrive(provider, user);
    assert.is(claimsOf(again.get('access_token') ?? '').sub, claimsOf(first.get('access_token') ?? '').sub);
    assert.is(await made(user.email), 1);
    const expected = ['/before_user_created', '/custom_access_token', '/custom_access_token'];
    assert.equal(asked, node === asking ? expected : []);
  });
}

test.run();
