// Stored markup in the console: what users, clients and providers have written is shown as text.
// runner: alone when=console,gateway,core
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSamlRequest, responseParts } from '../flows/sso/journey.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { PASSWORD } from '../support/processes/console_with_data.ts';
import { bearer, confirmedUser } from '../support/processes/stack.ts';
import { base64Xml } from '../support/providers/saml_idp.ts';
import { openConsoleStage } from './console_stage.ts';
import { assertHarmless, hostileMarkup } from './hostile.ts';

const stage = await openConsoleStage();
const { world, story, open } = stage;
const { stack } = world;
test.after(() => stage.close());

/** Writes hostile markup into fields that users, clients or third parties choose. Returns the pages that show them. */
async function fillEveryField(): Promise<string[]> {
  const { sql } = stack.db;
  const { id, email } = await confirmedUser(stack);
  // The developer who registers a client chooses its name and URIs.
  await world.approveClient(email, {
    client_name: hostileMarkup('client'),
    client_uri: 'https://elsewhere.example/home',
    logo_uri: 'https://elsewhere.example/logo.png',
  });
  const agent = { 'User-Agent': hostileMarkup('agent'), 'X-Forwarded-For': '198.51.100.99' };
  const signed = await stack.post('/token?grant_type=password', { email, password: PASSWORD }, agent);
  const token = bearer(signed.body.access_token);
  await stack.request(
    'PUT',
    '/user',
    { data: { full_name: hostileMarkup('name'), [hostileMarkup('key')]: [hostileMarkup('value')] } },
    token,
  );
  const enrolled = await stack.post('/factors', { factor_type: 'totp', friendly_name: hostileMarkup('factor') }, token);
  assert.is(enrolled.status, 200, enrolled.text);
  await sql`insert into auth.identities (id, user_id, provider, subject, identity_data, created_at, updated_at)
    values (gen_random_uuid(), ${id}, 'keycloak', ${hostileMarkup('subject')}, ${sql.json({ name: hostileMarkup('identity'), avatar_url: 'javascript:window.ran=1', email: hostileMarkup('email') })}, now(), now())`;

  const { id: organization, idp } = await world.addOrganization({
    name: hostileMarkup('organization'),
    domains: ['hostile.example'],
  });
  await stack.request(
    'PUT',
    `/admin/sso/providers/${organization}`,
    { attribute_mapping: { keys: { full_name: { name: 'displayName' }, email: { name: 'mail' } } } },
    SERVICE,
  );
  const departure = await stack.post('/sso', {
    provider_id: organization,
    redirect_to: 'http://localhost:3000/welcome',
    skip_http_redirect: true,
  });
  const request = parseSamlRequest(String(departure.body.url));
  const mail = `${randomUUID()}@hostile.example`;
  const attributes = { mail, displayName: hostileMarkup('attribute').replaceAll('<', '&lt;').replaceAll('>', '&gt;') };
  const fields = {
    SAMLResponse: base64Xml(idp.respond(responseParts(request, { attributes }))),
    RelayState: request.relay,
  };
  const arrived = await stack.request('POST', '/sso/saml/acs', new URLSearchParams(fields).toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
  });
  const location = arrived.headers.get('location') ?? '';
  assert.match(location, 'access_token', location || arrived.text);
  const [employee] =
    await sql`select u.id, u.raw_user_meta_data ->> 'full_name' as name from auth.users as u where u.email = ${mail}`;
  assert.is(employee?.name, hostileMarkup('attribute'), 'the attribute is what the provider sent');

  // Responses of third-party servers, and values that clients send.
  await sql`update auth.messages as m set state = 'failed', leased_until = null, finished_at = now(), last_error = ${hostileMarkup('smtp')} where m.user_id = ${world.person}`;
  await sql`insert into auth.suppressions (address, reason, created_at) values (${`"${'<b>x</b>'}"@example.com`}, ${hostileMarkup('reason')}, now())`;
  await sql`insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, tries, last_error, created_at, finished_at)
    select gen_random_uuid(), w.id, ${id}, 'user.updated', '{}', pg_current_xact_id(), 'failed', 9, ${hostileMarkup('webhook')}, now(), now() from auth.webhooks as w limit 1`;
  await sql`insert into auth.refusals (at, id, request_id, route, function, name, code, status, user_id, ip, user_agent)
    values (now(), gen_random_uuid(), ${hostileMarkup('request')}, ${hostileMarkup('route')}, null, null, ${hostileMarkup('code')}, 400, ${id}, '198.51.100.99', ${hostileMarkup('agent')})`;
  await sql`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, traits, user_agent, request_id)
    values (now(), gen_random_uuid(), ${id}, ${hostileMarkup('actor')}, '{user_modified}', ${sql.json({ user_id: world.person, user_email: hostileMarkup('about'), changed: [hostileMarkup('changed')] })}, ${hostileMarkup('agent')}, ${hostileMarkup('request')})`;
  await sql`insert into auth.tallies (day, hour, kind, name, outcome, count)
    values (current_date, extract(hour from now() at time zone 'UTC')::integer, 'refusal', ${hostileMarkup('tally')}, 'POST /token', 900)`;
  const text = encodeURIComponent(hostileMarkup('query'));
  return [
    `/users/${id}`,
    `/users/${employee?.id}`,
    `/users?provider=${text}`,
    `/users?q=${text}`,
    `/why?q=${text}`,
    `/why?q=${encodeURIComponent(hostileMarkup('request'))}`,
    '/why?q=198.51.100.99',
    `/sessions?ip=198.51.100.99`,
    `/audit?action=${text}&actor=${text}`,
    `/messages?error=${text}&address=${text}`,
    `/messages?address=${encodeURIComponent(world.address)}`,
    '/webhooks?state=failed',
    `/rules/${text}`,
    `/templates/${text}/default`,
    ...world.pages,
  ];
}

let filled: Promise<string[]> | null = null;
const everyField = (): Promise<string[]> => {
  filled ??= fillEveryField();
  return filled;
};

for (const width of [1280, 390])
  story(`markup in the fields of users and providers is text on every page, ${width} px`, { width }, async (page) => {
    const pages = await everyField();
    for (const path of pages) {
      await open(page, path);
      await page.locator('main h1, main h2, main .empty, main .note').first().waitFor();
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      await assertHarmless(page, path);
    }
    // Checks that the pages display the texts. If they did not, the checks above would pass too.
    await open(page, pages[0] ?? '');
    for (const mark of ['name', 'client', 'factor', 'agent'])
      await page.locator('main').getByText(`window.ran='${mark}'`).first().waitFor();
    await page.getByRole('button', { name: 'End the access of' }).click();
    await page.getByRole('heading', { name: 'What will happen' }).waitFor();
    await assertHarmless(page, 'the dialog');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('window.ran');
    await page.getByRole('option').filter({ hasText: 'window.ran' }).first().waitFor();
    await assertHarmless(page, 'the search');
    await page.keyboard.press('Escape');
    await open(page, '/providers');
    await page.locator('main').getByText("window.ran='organization'").first().waitFor();
  });

test.run();
