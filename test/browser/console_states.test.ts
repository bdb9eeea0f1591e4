// The console on a phone, and the states of accounts, in a browser against a real server.
// runner: alone when=console,gateway,core timeout=600
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { findAccessibilityViolations } from '../support/clients/browser.ts';
import { confirmedUser } from '../support/processes/stack.ts';
import { act, openConsoleStage } from './console_stage.ts';

const stage = await openConsoleStage();
const { story, open } = stage;
const { stack } = stage.world;
test.after(() => stage.close());

story('on a phone, lists offer their actions, and the way out is visible', { width: 390 }, async (page) => {
  const person = await confirmedUser(stack);
  const whole = async (path: string): Promise<void> => {
    await open(page, path);
    await page.getByRole('row').nth(1).waitFor();
    assert.is(await page.evaluate('document.documentElement.scrollWidth'), 390, `${path} is as wide as the window`);
  };
  await whole('/sessions');
  await act(page, `End the session of ${person.email}`, 'auth_api.end_sessions', 'End the session');
  await whole('/webhooks');
  await page
    .getByRole('button', { name: /^Drop user/ })
    .first()
    .waitFor();
  await whole('/audit?action=token_revoked');
  await page.getByRole('link', { name: person.email }).filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out of the console' }).waitFor();
});

story('an account that its organization has deactivated is shown as such, and explained', {}, async (page) => {
  const person = await confirmedUser(stack);
  await stack.db.sql`update auth.users set deprovisioned_at = '2026-11-20 10:00+00' where id = ${person.id}`;
  await open(page, `/users?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('row').filter({ hasText: person.email }).getByText('deactivated', { exact: true }).waitFor();
  await open(page, `/users/${person.id}`);
  await page.getByRole('heading', { name: person.email }).getByText('deactivated', { exact: true }).waitFor();
  await page.getByText('The organization of this user has deactivated the account.').waitFor();
  await page.getByRole('region', { name: 'Account' }).getByText('20 Nov, 10:00 UTC').waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
  await page.getByRole('link', { name: 'Check rule by rule' }).click();
  await page.getByRole('heading', { name: 'A sign-in would be refused now' }).waitFor();
  await page.getByText('until it activates the account again').waitFor();
  await page.locator('.checks li.bad', { hasText: 'The organization of the user has not deactivated' }).waitFor();
  assert.is(await page.getByRole('button', { name: 'End the ban' }).count(), 0, 'there is no ban to end');
});

story('an empty list says whether a filter hides its rows, and templates have readable names', {}, async (page) => {
  await open(page, '/messages?state=expired');
  await page.getByText('No message matches the filter.').waitFor();
  await open(page, '/webhooks?state=delivered');
  await page.getByText('No event matches the filter.').waitFor();
  await open(page, '/templates');
  await page.getByRole('link', { name: 'OAuth grant' }).waitFor();
});

story('the sessions of a user and the providers of organizations are read in pages of 50', {}, async (page) => {
  const { sql } = stack.db;
  const person = await confirmedUser(stack);
  await sql`insert into auth.sessions (user_id, id, amr, created_at)
    select ${person.id}, gen_random_uuid(), '[]', now() - n * interval '1 minute' from generate_series(1, 60) as n`;
  await open(page, `/users/${person.id}`);
  await page.getByText('50 open among the newest 50. Ended sessions are kept for a while.').waitFor();
  assert.is(await page.getByRole('button', { name: /^End the session/ }).count(), 50);
  await sql`insert into auth.sso_providers (id, name, entity_id, metadata_xml, certificates, sso_url, fetched_at, created_at, updated_at)
    select gen_random_uuid(), 'Organization ' || n, 'https://idp' || n || '.example.com', '<EntityDescriptor/>', '[{}]', 'https://idp.example.com/sso',
      now(), now() + n * interval '1 s', now() from generate_series(1, 60) as n`;
  await open(page, '/providers');
  await page.getByText('Organization 49', { exact: true }).waitFor();
  assert.is(await page.getByText('Organization 50', { exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Organization 60', { exact: true }).waitFor();
  assert.equal(await findAccessibilityViolations(page), []);
  await page.getByRole('button', { name: 'First page' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'northwind.example' });
  await row.getByRole('button', { name: 'Test Northwind' }).waitFor();
  const { body } = await stack.get('/admin/providers', SERVICE);
  assert.is(body.saml_enabled, true);
  await page.route('**/admin/providers', (route) => route.fulfill({ json: { ...body, saml_enabled: false } }));
  await open(page, '/providers');
  await page.getByText('SVC_SAML_ENABLED is off: nobody signs in there').waitFor();
  assert.equal(await row.getByRole('button').allTextContents(), ['Delete']);
});

test.run();
