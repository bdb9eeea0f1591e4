// Stored markup in the console: every text column of the database, people and groups that an organization provisions,
// and the answers of other servers in the dialogs of tests.
// runner: alone when=console,gateway,core,sql
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GROUP, USER } from '../flows/scim/client.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { defineHook } from '../support/database/hooks.ts';
import { PASSWORD } from '../support/processes/console_with_data.ts';
import { bearer, confirmedUser, newEmail } from '../support/processes/stack.ts';
import { openConsoleStage } from './console_stage.ts';
import { assertHarmless, fillColumns, hostileMarkup, readShownMarks, shortHostileMarkup } from './hostile.ts';

const stage = await openConsoleStage();
const { world, story, open } = stage;
const { stack } = world;
test.after(() => stage.close());

/** Starts a server at the address of the configured Keycloak. All of its answers are hostile. */
async function startHostileServer(): Promise<{ url: string; close: () => void }> {
  const text = hostileMarkup('answer');
  const body = { issuer: text, jwks_uri: text, error: text, error_description: text, message: text, [text]: text };
  const server = createServer((request, response) => {
    const status = request.url?.includes('.well-known') ? 200 : 400;
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Reason': encodeURI(text) });
    response.end(JSON.stringify(body));
  }).listen(world.keycloak_port, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${world.keycloak_port}`, close: () => void server.close() };
}

const sqlText = (mark: string): string => `'${hostileMarkup(mark).replaceAll("'", "''")}'`;

/** Adds a provider with a hostile name, as an administrator does. */
async function addProvider(identifier: string): Promise<void> {
  const url = 'https://127.0.0.1:9';
  const made = await stack.post(
    '/admin/custom-providers',
    {
      ...{ identifier, provider_type: 'oauth2', name: shortHostileMarkup('custom_provider'), client_id: 'x' },
      ...{ client_secret: 'x', authorization_url: `${url}/a`, token_url: `${url}/t`, userinfo_url: `${url}/u` },
    },
    SERVICE,
  );
  assert.is(made.status, 201, made.text);
}

story('the answers of providers, hooks and webhooks are text in the dialogs of tests', {}, async (page) => {
  const server = await startHostileServer();
  await addProvider('custom:hostile');
  await stack.post('/admin/webhooks', { url: `${server.url}/hook`, kinds: ['user.created'] }, SERVICE);
  await world.addOrganization({ name: hostileMarkup('organization'), domains: ['dialogs.example'] });
  const result = page.getByRole('dialog').filter({ hasText: 'It took' });
  /** Runs a test through its button and dialog. Returns the marks in the dialog that shows the result. */
  const run = async (button: string, verb = 'Test'): Promise<string[]> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('heading', { name: 'What will happen' }).waitFor();
    await assertHarmless(page, `the proposal of ${button}`);
    await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
    await result.waitFor();
    await assertHarmless(page, button);
    const marks = await result.evaluate((dialog) =>
      [...(dialog.textContent ?? '').matchAll(/ran='(\w+)'/g)].map(([, mark]) => mark ?? ''),
    );
    await result.getByRole('button', { name: 'Close' }).click();
    return [...new Set(marks)];
  };
  try {
    await open(page, '/providers');
    assert.equal(await run('Test keycloak'), ['answer']);
    await run('Test custom:hostile');
    assert.equal(await run(`Test ${hostileMarkup('organization')}`), ['organization']);
    await open(page, '/webhooks');
    await run(`Test the webhook ${new URL(server.url).host}`, 'Send');
    const answers: Readonly<Record<string, string>> = {
      refusing: `return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', ${sqlText('refusing')}));`,
      answering: `return jsonb_build_object(${sqlText('answering')}, 1);`,
      raising: `raise exception '%', ${sqlText('raising')};`,
    };
    for (const [mark, body] of Object.entries(answers)) {
      await defineHook(stack.db, 'before_user_created', body);
      assert.equal(await run('Test the hook before_user_created'), [mark]);
    }
    // The hook's last error also appears in the dialog of an action.
    await open(page, '/users');
    await page.getByRole('button', { name: 'Add…' }).click();
    await page.getByLabel('E-mail').fill(newEmail());
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await assertHarmless(page, 'the error of an action');
  } finally {
    await defineHook(stack.db, 'before_user_created');
    server.close();
  }
});

story('people and groups that an organization provisions are text', {}, async (page) => {
  const { id: provider } = await world.addOrganization({ name: 'Provisioning', domains: ['scim.example'] });
  const { body } = await stack.post(
    `/admin/sso/providers/${provider}/scim-tokens`,
    { name: hostileMarkup('token') },
    SERVICE,
  );
  const send = async (path: string, resource: object): Promise<Record<string, unknown>> => {
    const headers = { ...bearer(body.token), 'Content-Type': 'application/scim+json' };
    const answer = await stack.request('POST', `/scim/v2${path}`, JSON.stringify(resource), headers);
    assert.is(answer.status, 201, answer.text);
    return answer.body;
  };
  const email = 'ada@scim.example';
  const { id } = await send('/Users', {
    schemas: [USER],
    userName: hostileMarkup('userName'),
    externalId: hostileMarkup('externalId'),
    displayName: hostileMarkup('displayName'),
    title: hostileMarkup('title'),
    name: {
      formatted: hostileMarkup('formatted'),
      givenName: hostileMarkup('givenName'),
      familyName: hostileMarkup('familyName'),
    },
    emails: [{ value: email, type: hostileMarkup('type'), primary: true }],
  });
  await send('/Groups', { schemas: [GROUP], displayName: hostileMarkup('group'), members: [{ value: id }] });
  const [row] = await stack.db.sql`select s.user_id as id from auth.scim_users as s where s.id = ${String(id)}`;
  for (const path of [`/users/${row?.id}`, `/users?provider=sso:${provider}`, '/users?q=ada@scim', '/overview']) {
    await open(page, path);
    await page.locator('main h1, main h2').first().waitFor();
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
    await assertHarmless(page, path);
    if (path === `/users/${row?.id}`)
      assert.equal((await readShownMarks(page)).sort(), ['familyName', 'formatted', 'givenName', 'group', 'title']);
  }
});

/** Fields that at least one page shows. */
const SHOWN: readonly string[] = [
  'audit_log.actor_username',
  'audit_log.user_agent',
  'custom_providers.name',
  'factors.friendly_name',
  'identities.provider',
  'messages.last_error',
  'messages.to_address',
  'oauth_clients.client_name',
  'oauth_consents.scopes',
  'passkeys.friendly_name',
  'refusals.code',
  'refusals.user_agent',
  'sessions.user_agent',
  'sso_providers.entity_id',
  'sso_providers.name',
  'suppressions.address',
  'suppressions.reason',
  'tallies.name',
  'users.email',
  'users.new_email',
  'users.phone',
  'users.raw_app_meta_data',
  'users.raw_user_meta_data',
  'webhook_events.kind',
  'webhook_events.last_error',
  'webhooks.url',
];

for (const width of [1280, 390])
  story(`markup in every text column of the database is text on every page, ${width} px`, { width }, async (page) => {
    const { id, email } = await confirmedUser(stack);
    const signed = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
    const token = bearer(signed.body.access_token);
    await stack.post('/factors', { factor_type: 'totp', friendly_name: 'app' }, token);
    await stack.post('/factors', { factor_type: 'phone', friendly_name: 'phone', phone: '15550003344' }, token);
    await stack.request('PUT', '/user', { email: newEmail() }, token);
    await world.approveClient(email, { client_name: 'Client' });
    await stack.db
      .sql`insert into auth.passkeys (user_id, id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
      values (${id}, gen_random_uuid(), gen_random_uuid()::text::bytea, '\\x00', 'none', gen_random_uuid(), 0, '{usb}', false, false, 'key', now(), now())`;
    await stack.db
      .sql`insert into auth.suppressions (address, reason, created_at) values (${newEmail()}, 'bounced', now())`;
    await stack.db.sql`update auth.users set phone = '15550005566', phone_confirmed_at = now() where id = ${id}`;
    await addProvider(`custom:columns-${width}`);
    const filled = await fillColumns(stack.db);
    assert.ok(filled.length > 120, filled.join(' '));
    const shown = new Set<string>();
    for (const path of [
      `/users/${id}`,
      `/users/${id}?show=refusal`,
      '/messages?state=failed',
      '/webhooks',
      '/sessions',
      ...world.pages,
    ]) {
      await open(page, path);
      await page.locator('main h1, main h2, main .empty, main .note').first().waitFor();
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      await assertHarmless(page, path);
      for (const mark of await readShownMarks(page)) shown.add(mark);
    }
    assert.equal([...shown].filter((mark) => mark.includes('.')).sort(), SHOWN);
  });

test.run();
