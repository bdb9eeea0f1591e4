// Further actions of the console, and the files that administrators save, in a browser against a real server.
// runner: alone when=console,gateway,core
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startMetadataServer } from '../flows/sso/journey.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { collectPageFaults, findAccessibilityViolations } from '../support/clients/browser.ts';
import { computeTotp, waitForFreshTimeStep } from '../support/clients/totp.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { PASSWORD } from '../support/processes/console_with_data.ts';
import { bearer, confirmedUser, newEmail } from '../support/processes/stack.ts';
import { createSamlIdp } from '../support/providers/saml_idp.ts';
import { attachAuthenticator, registerPasskey } from './app.ts';
import {
  checkOpenActionDialog,
  confirmActionDialog,
  openActionDialog,
  openConsoleStage,
  performAction,
} from './console_stage.ts';

const stage = await openConsoleStage();
const { world, story, open } = stage;
const { stack } = world;
test.after(() => stage.close());

story('an application that a user has approved is listed with its sessions, and loses its access', {}, async (page) => {
  const person = await confirmedUser(stack);
  await world.approveClient(person.email, { client_name: 'Trip Planner' });
  await open(page, `/users/${person.id}`);
  const card = page.getByRole('region', { name: 'Applications' });
  await card.getByText('Trip Planner').waitFor();
  await page.getByRole('region', { name: 'Sessions' }).getByText('by Trip Planner').waitFor();
  const sessions = await stack.get(`/admin/sessions?user_id=${person.id}`, SERVICE);
  const clients = (sessions.body.sessions as { client?: { name: string } }[]).map(({ client }) => client?.name ?? '');
  assert.equal(clients.sort(), ['', '', 'Trip Planner']);
  await open(page, `/sessions?user=${person.id}`);
  await page.getByRole('table').getByText('Trip Planner').waitFor();
  await open(page, `/users/${person.id}`);
  await performAction(page, 'End the access of Trip Planner', 'auth_api.revoke_user_grant', 'End the access');
  await card.getByText('The user has approved no application.').waitFor();
  await page.getByText('the application lost its access').waitFor();
  const grants = await stack.get(`/admin/users/${person.id}/oauth/grants`, SERVICE);
  assert.equal(grants.body, []);
  await page.route('**/oauth/grants', (route) =>
    route.fulfill({ status: 404, json: { error_code: 'feature_disabled', msg: 'OAuth server is disabled' } }),
  );
  await page.reload();
  await card.getByText('Set SVC_OAUTH_SERVER_ENABLED to use it.').waitFor();
});

story('an application without a name is listed by its id, with its sessions', {}, async (page) => {
  const person = await confirmedUser(stack);
  const client_id = await world.approveClient(person.email, { client_name: '' });
  await open(page, `/users/${person.id}`);
  await page.getByRole('region', { name: 'Sessions' }).getByText(`by ${client_id}`).waitFor();
  await open(page, `/sessions?user=${person.id}`);
  await page.getByRole('table').getByText(client_id).waitFor();
  await open(page, `/users/${person.id}`);
  await performAction(page, `End the access of ${client_id}`, 'auth_api.revoke_user_grant', 'End the access');
  await page.getByText('The user has approved no application.').waitFor();
});

story('an authenticator app and a passkey are removed', {}, async (page, context) => {
  const { id, email, secret } = await world.staff('authenticated');
  const signed = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  const [factor] = (await stack.get('/user', bearer(signed.body.access_token))).body.factors as { id: string }[];
  await waitForFreshTimeStep();
  const challenge = await stack.post(`/factors/${factor?.id}/challenge`, {}, bearer(signed.body.access_token));
  const proof = { challenge_id: challenge.body.id, code: computeTotp(secret, Date.now()) };
  const strong = await stack.post(`/factors/${factor?.id}/verify`, proof, bearer(signed.body.access_token));
  // The second factor below is bound to this origin: the console of a production gateway.
  const other = await context.browser()?.newPage();
  assert.ok(other);
  await other.goto(world.production.url);
  await attachAuthenticator(other, 'internal');
  await registerPasskey(other, stack, bearer(strong.body.access_token));
  await other.close();
  await open(page, `/users/${id}`);
  await performAction(page, 'Remove app', 'auth_api.delete_factor', 'Remove');
  await page.getByText('No second factor is enrolled.').waitFor();
  await performAction(page, 'Remove Passkey', 'auth_api.delete_user_passkey', 'Remove');
  await page.getByText('No passkey is registered.').waitFor();
  const [left] = await stack.db.sql`
    select (select count(*) from auth.factors as f where f.user_id = ${id})::integer as factors,
      (select count(*) from auth.passkeys as k where k.user_id = ${id})::integer as passkeys`;
  assert.equal({ ...left }, { factors: 0, passkeys: 0 });
});

story('an account is changed: only the fields that differ, and it stays confirmed', {}, async (page) => {
  const person = await confirmedUser(stack);
  const email = newEmail();
  await open(page, `/users/${person.id}`);
  await page.getByRole('button', { name: 'Change the account…' }).click();
  const form = page.getByRole('dialog').filter({ hasText: 'An empty field changes nothing.' });
  await form.getByRole('button', { name: 'Go on' }).click();
  await form.getByText('Nothing has changed.').waitFor();
  await form.getByLabel('user_metadata').fill('{"plan": ');
  await form.getByRole('button', { name: 'Go on' }).click();
  await form.getByRole('alert').waitFor();
  await form.getByLabel('user_metadata').fill('{"plan": "team"}');
  await form.getByLabel('E-mail').fill(email);
  await form.getByRole('button', { name: 'Go on' }).click();
  const dialog = await checkOpenActionDialog(page, 'auth_api.change_user');
  const curl = (await dialog.locator('.call pre').textContent()) ?? '';
  assert.match(curl, `-d '{"user_metadata":{"plan":"team"},"email":"${email}"}'`);
  await confirmActionDialog(page, 'auth_api.change_user', 'Change');
  await page.getByRole('heading', { name: email }).waitFor();
  await page.getByRole('region', { name: 'Account' }).getByText('confirmed', { exact: true }).waitFor();
  const { body } = await stack.get(`/admin/users/${person.id}`, SERVICE);
  assert.equal([body.email, (body.user_metadata as { plan?: string }).plan], [email, 'team']);
});

story('a user is created without a mail, and deleted softly', {}, async (page) => {
  const email = newEmail();
  await open(page, '/users');
  await page.getByRole('button', { name: 'Add…' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Create it confirmed, without a mail' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await checkOpenActionDialog(page, 'auth_api.create_user');
  await confirmActionDialog(page, 'auth_api.create_user', 'Create the user');
  await page.getByRole('heading', { name: email }).waitFor();
  await page.getByText('No ban and no missing confirmation').waitFor();
  const id = new URL(page.url()).pathname.split('/')[2] ?? '';
  const dialog = await openActionDialog(page, 'Delete…', 'auth_api.delete_user');
  await dialog.getByText('Keep the row with digests').click();
  assert.match((await dialog.locator('.call pre').textContent()) ?? '', '{"should_soft_delete":true}');
  await dialog.getByLabel('Type').fill(email);
  await confirmActionDialog(page, 'auth_api.delete_user', 'Delete the user');
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  const [kept] = await stack.db
    .sql`select u.deleted_at is not null as deleted, u.email from auth.users as u where u.id = ${id}`;
  assert.is(kept?.deleted, true);
  assert.is.not(kept?.email, email);
});

story('a message that waits is dropped, and an address is suppressed', {}, async (page) => {
  const person = await confirmedUser(stack);
  await stack.db.sql`
    insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, not_before, expires_at, created_at)
    values (gen_random_uuid(), ${person.id}, 'recovery', 'mail', ${person.email}, 1, '', '', 'queued', now() + interval '1 hour', now() + interval '1 day', now())`;
  await open(page, `/messages?address=${encodeURIComponent(person.email)}`);
  await performAction(page, `Drop the message to ${person.email}`, 'auth_api.drop_message', 'Drop');
  await page.getByText('dropped by an administrator').waitFor();
  await page.getByLabel('Address to suppress').fill(person.email);
  await page.getByRole('button', { name: 'Suppress…' }).click();
  await checkOpenActionDialog(page, 'auth_api.suppress_address');
  await confirmActionDialog(page, 'auth_api.suppress_address', 'Suppress');
  await page.getByRole('button', { name: `Allow mails to ${person.email}` }).waitFor();
});

story('an event that failed is retried, another one is dropped', {}, async (page) => {
  for (const kind of ['user.updated', 'user.created'])
    await stack.db.sql`
      insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, tries, last_error, created_at, finished_at)
      select gen_random_uuid(), w.id, ${world.person}, ${kind}, '{}', pg_current_xact_id(), 'failed', 9, '500 oops', now(), now() from auth.webhooks as w limit 1`;
  await open(page, '/webhooks?state=failed');
  await page.getByText('500 oops').first().waitFor();
  await performAction(page, 'Drop user.updated', 'auth_api.drop_webhook_event', 'Drop');
  await page.getByRole('button', { name: 'Drop user.updated' }).waitFor({ state: 'detached' });
  await performAction(page, 'Retry user.created', 'auth_api.retry_webhook_event', 'Retry');
  await page.getByRole('button', { name: 'Retry user.created' }).waitFor({ state: 'detached' });
  const states = await stack.db.sql`
    select e.kind, e.state from auth.webhook_events as e where e.last_error = '500 oops' or e.state = 'dropped' order by e.kind`;
  assert.is(states.find(({ kind }) => kind === 'user.updated')?.state, 'dropped');
  assert.ok(states.every(({ state }) => state !== 'failed'));
});

story('a provider that an administrator added is deleted', {}, async (page) => {
  const made = await stack.post(
    '/admin/custom-providers',
    {
      provider_type: 'oauth2',
      identifier: 'custom:harbour',
      name: 'Harbour',
      client_id: 'app',
      client_secret: 'a secret of the app',
      authorization_url: 'https://127.0.0.1:9/authorize',
      token_url: 'https://127.0.0.1:9/token',
      userinfo_url: 'https://127.0.0.1:9/user',
    },
    SERVICE,
  );
  assert.is(made.status, 201, made.text);
  await open(page, '/providers');
  const dialog = await openActionDialog(page, 'Delete Harbour', 'auth_api.delete_custom_provider');
  await dialog.getByLabel('Type').fill('custom:harbour');
  await confirmActionDialog(page, 'auth_api.delete_custom_provider', 'Delete the provider');
  await page.getByText('None. Add one with npx postern provider').waitFor();
});

story('the identity provider of an organization: its test, its metadata again, its deletion', {}, async (page) => {
  const server = await startMetadataServer();
  try {
    const idp = createSamlIdp({ entityId: 'https://idp.harbour.example/saml' });
    server.serve({ body: idp.metadata.replace('https://idp.example.com/sso?tenant=1', server.url) });
    const made = await stack.post(
      '/admin/sso/providers',
      { type: 'saml', metadata_url: server.url, name: 'Lighthouse', domains: ['harbour.example'] },
      SERVICE,
    );
    assert.is(made.status, 201, made.text);
    await open(page, '/providers');
    const card = page.getByRole('region', { name: 'Identity providers of organizations' });
    const row = card.getByRole('listitem').filter({ hasText: 'https://idp.harbour.example/saml' });
    await row.getByText('harbour.example', { exact: true }).waitFor();
    await row.getByText('enabled').waitFor();
    await performAction(page, 'Test Lighthouse', 'auth_api.record_test', 'Test');
    const tested = page.getByRole('dialog').filter({ hasText: 'It took' });
    await tested.getByRole('heading', { name: 'Lighthouse answers' }).waitFor();
    await tested.getByText('Certificate', { exact: true }).waitFor();
    await tested.getByRole('button', { name: 'Close' }).click();
    const asked = server.asked();
    await performAction(page, 'Fetch Lighthouse', 'auth_api.change_sso_provider', 'Fetch');
    assert.is(server.asked(), asked + 1);
    const dialog = await openActionDialog(page, 'Delete Lighthouse', 'auth_api.delete_sso_provider');
    assert.is(await dialog.getByRole('button', { name: 'Delete the provider' }).isDisabled(), true);
    await dialog.getByLabel('Type').fill('Lighthouse');
    await confirmActionDialog(page, 'auth_api.delete_sso_provider', 'Delete the provider');
    await row.waitFor({ state: 'detached' });
    assert.is((await stack.get(`/admin/sso/providers/${made.body.id}`, SERVICE)).status, 404);
  } finally {
    server.close();
  }
});

/** Clicks a button that saves a file. Returns the file's name and content. */
async function downloadFile(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

story('the audit log is saved as CSV, which no spreadsheet runs, and as JSON lines', {}, async (page) => {
  const email = `=cmd+${newEmail()}`;
  const made = await stack.post('/admin/users', { email, email_confirm: true, password: PASSWORD }, SERVICE);
  await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  await stack.db.sql`
    insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, traits)
    select now() - interval '1 hour', gen_random_uuid(), ${String(made.body.id)}, '＝cmd', array['login'], '{}'`;
  await open(page, `/audit?actor=${made.body.id}`);
  await page.getByRole('table').waitFor();
  const csv = await downloadFile(page, 'CSV');
  assert.is(csv.name, 'audit.csv');
  const [head, row = '', full_width = ''] = csv.text.trimEnd().split('\n');
  assert.is(head, 'created_at,id,actor_id,actor_username,actions,traits,ip_address,user_agent,request_id');
  assert.match(row, `,"'${email}","[""login""]",`);
  assert.match(full_width, ',"\'＝cmd",');
  const lines = await downloadFile(page, 'JSON lines');
  assert.is(lines.name, 'audit.jsonl');
  const entries = lines.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { actor_id: string; actions: string[] });
  assert.equal(
    entries.map(({ actor_id, actions }) => [actor_id, actions]),
    Array.from({ length: 2 }, () => [made.body.id, ['login']]),
  );
});

story('job 6: what an administrator did last week is found by address and time, and saved', {}, async (page) => {
  const [administrator, person] = [await confirmedUser(stack), await confirmedUser(stack)];
  await stack.db.sql`
    insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, traits)
    select now() - a.days * interval '1 day', gen_random_uuid(), ${administrator.id}, ${administrator.email}, array[a.action],
      jsonb_build_object('user_id', ${person.id}::text, 'user_email', ${person.email}::text)
    from (values (2, 'user_modified'), (10, 'user_recovery_requested')) as a (days, action)`;
  await open(page, '/audit');
  const actor = page.getByLabel('Address of the actor');
  await actor.fill(`nobody.${administrator.email}`);
  await page.locator('.toast', { hasText: 'Nobody has this address.' }).waitFor();
  await actor.fill(administrator.email);
  const table = page.getByRole('table');
  const old = table.getByRole('link', { name: 'user recovery requested' });
  await page.getByText(`actor: ${administrator.id}`).waitFor();
  await old.waitFor();
  await page.getByRole('button', { name: '7 days' }).click();
  await old.waitFor({ state: 'detached' });
  await table.getByRole('link', { name: 'user modified' }).waitFor();
  const { searchParams } = new URL(page.url());
  assert.is(searchParams.get('actor'), administrator.id, 'the filters are in the address');
  assert.ok(Date.now() - Date.parse(searchParams.get('since') ?? '') < 8 * 86_400_000);
  const lines = await downloadFile(page, 'JSON lines');
  assert.match(lines.text, '"user_modified"');
  assert.not.match(lines.text, '"user_recovery_requested"');
  await table.getByRole('link', { name: person.email }).click();
  await page.getByRole('heading', { name: person.email }).waitFor();
  await page.locator('.timeline').getByText('An administrator changed').waitFor();
});

story('a list whose connection is lost keeps its rows and says how old they are', {}, async (page) => {
  await open(page, '/audit?action=user_signedup');
  const rows = page.getByRole('table').getByRole('row');
  await rows.nth(1).waitFor();
  // The server counts a call without this header as use of the session.
  const polls: boolean[] = [];
  await page.route('**/admin/audit?*', (route) => {
    polls.push('x-poll' in route.request().headers());
    return route.abort();
  });
  await page.getByText('The server cannot be reached. These data are from').waitFor();
  await rows.nth(1).waitFor();
  assert.ok(polls.length > 0 && polls.every(Boolean));
  await page.unroute('**/admin/audit?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  await rows.nth(1).waitFor();
});

story('everything that is stored about a user is saved as one file', {}, async (page) => {
  const person = await confirmedUser(stack);
  await stack.db.sql`
    insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, traits)
    select now() - n * interval '1 s', gen_random_uuid(), ${person.id}, ${person.email}, '{token_refreshed}', '{}' from generate_series(1, 1500) as n`;
  await open(page, `/users/${person.id}`);
  const file = await downloadFile(page, 'Save everything stored');
  assert.is(file.name, `user-${person.id}.json`);
  const stored = JSON.parse(file.text) as {
    user: { id: string };
    audit_log: { actions: string[] }[];
    next_cursor?: string;
  };
  assert.is(stored.user.id, person.id);
  assert.is(stored.audit_log.filter(({ actions }) => actions.includes('token_refreshed')).length, 1500);
  assert.is(stored.next_cursor, undefined);
});

story('job 8: after a release the overview marks it, and doctor checks the installation', {}, async (page) => {
  await open(page, '/overview');
  const [row] = await stack.db.sql`select r.version from auth.release as r`;
  const marks = page.locator('.legend li', { hasText: `release ${row?.version}, ` });
  await marks.nth(1).waitFor();
  assert.is(await marks.count(), 2, 'in the plot of sign-ins and in that of the latency');
  await page.getByText(/things? to look at\./).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByRole('heading', { name: 'Doctor' }).waitFor();
  await page.getByRole('button', { name: 'Check again' }).waitFor();
});

test('doctor of postern console shows the findings of the role that migrates', async () => {
  if (stage.browser === null) return cannotRun('doctor of postern console', 'no Chromium on this machine');
  const finding = {
    check: 'functions',
    finding: 'the function auth_lib.is_banned differs from the release',
    sql: ['drop function auth_lib.is_banned(auth.users)'],
    advice: null,
    difference: ['- select true', '+ select false'],
  };
  let runs = 0;
  const own = await world.openLocal(async () => {
    runs += 1;
    return runs === 1
      ? { findings: [finding], notes: ['the index app_users is allowed'], checks: 41 }
      : 'No connection.';
  });
  const context = await stage.browser.newContext();
  const faults = collectPageFaults(context, [own.url]);
  try {
    const page = await context.newPage();
    await page.goto(own.link() ?? '');
    await page.locator('.rail').waitFor();
    await page.goto(`${own.url}/doctor`);
    await page.getByText('1 finding, in the order in which to repair them.').waitFor();
    const card = page.getByRole('region', { name: 'Finding of functions' });
    await card.getByText('+ select false').waitFor();
    await card.getByText('drop function auth_lib.is_banned(auth.users);').waitFor();
    await page.getByRole('region', { name: 'Notes' }).getByText('the index app_users is allowed').waitFor();
    assert.equal(await findAccessibilityViolations(page), []);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('No connection.').waitFor();
    await card.waitFor();
    // collectPageFaults() ignores the failed request, which the browser logs as a console error.
    assert.equal(faults, []);
  } finally {
    await context.close();
    await own.close();
  }
});

story('rows are marked with x, and the marked messages and events are retried together', {}, async (page) => {
  const people = [await confirmedUser(stack), await confirmedUser(stack), await confirmedUser(stack)];
  const answer = '451 4.3.0 try again';
  for (const { email } of people) {
    await stack.post('/recover', { email });
    await stack.mail(email, 2);
  }
  const addresses = people.map(({ email }) => email);
  await stack.db.sql`
    update auth.messages as m set state = 'failed', leased_until = null, last_error = ${answer}, tries = 5, finished_at = now()
    where m.to_address = any(${addresses}) and m.kind = 'recovery'`;
  await open(page, `/messages?error=${encodeURIComponent(answer)}`);
  await page.locator('main tbody .mark').nth(2).waitFor();
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x', 'x']) await page.keyboard.press(key);
  await page.getByText('2 marked').waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
  await page.getByRole('button', { name: 'Retry them…' }).click();
  const dialog = await checkOpenActionDialog(page, 'auth_api.retry_message');
  assert.is(await dialog.getByRole('button', { name: 'Retry them' }).isDisabled(), true);
  await dialog.getByLabel('Type').fill('2');
  await confirmActionDialog(page, 'auth_api.retry_message', 'Retry them');
  const failed = (): Promise<number> =>
    stack.db
      .sql`select count(*)::integer as n from auth.messages as m where m.last_error = ${answer} and m.state = 'failed'`.then(
      ([row]) => Number(row?.n),
    );
  assert.is(await failed(), 1);
  await page.getByText('2 marked').waitFor({ state: 'detached' });

  await stack.db.sql`
    insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, tries, last_error, created_at, finished_at)
    select gen_random_uuid(), w.id, ${people[0]?.id ?? ''}, 'user.updated', '{}', pg_current_xact_id(), 'failed', 9, '502 marked', now(), now() from auth.webhooks as w limit 1`;
  await open(page, '/webhooks?state=failed');
  await page.getByRole('row').filter({ hasText: '502 marked' }).getByRole('checkbox').check();
  await page.getByText('1 marked').waitFor();
  await page.getByRole('button', { name: 'Retry them…' }).click();
  const events = await checkOpenActionDialog(page, 'auth_api.retry_webhook_event');
  await events.getByLabel('Type').fill('1');
  await confirmActionDialog(page, 'auth_api.retry_webhook_event', 'Retry them');
  await page.getByRole('row').filter({ hasText: '502 marked' }).waitFor({ state: 'detached' });
});

story('the search takes an address of a machine and the id of a message', {}, async (page) => {
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('203.0.113.0/24');
  await page.getByRole('option', { name: 'sessions from there' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '203.0.113.0/24' }).waitFor();
  await page.getByRole('table').getByText('203.0.113.77').first().waitFor();
  await page.getByRole('link', { name: 'Audit log' }).last().waitFor();
  const [message] = await stack.db.sql`select m.id from auth.messages as m where m.user_id = ${world.person} limit 1`;
  await open(page, `/why?q=${message?.id}`);
  await page.waitForURL(`**/users/${world.person}?show=message`);
  await page.getByRole('button', { name: 'Messages', pressed: true }).waitFor();
});

test.run();
