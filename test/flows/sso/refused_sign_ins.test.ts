// The audit log and the metrics name the rule that a refused SSO sign-in violates, and contain nothing of the response.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { METRICS_SETTINGS, parseSamples, scrapeMetrics } from '../../support/clients/scrape.ts';
import { readRedirectFragment } from '../../support/processes/stack.ts';
import { createForgedResponses } from '../../support/providers/saml_forgeries.ts';
import type { ResponseParts } from '../../support/providers/saml_idp.ts';
import { startScimStack } from '../scim/client.ts';
import { newIdentityProvider, redirectErrors, responseParts, startMetadataServer } from './journey.ts';

const { stack, add, change, client, depart, bring, post, signIn } = await startScimStack(METRICS_SETTINGS);
const server = await startMetadataServer();
test.after(async () => {
  server.close();
  await stack.close();
});

const idp = newIdentityProvider();
const stranger = newIdentityProvider();
const provider_id = await add(idp, { domains: ['refused.example'] });
const provider = `sso:${provider_id}`;
const GOOD = { attributes: { mail: 'ada@refused.example' }, nameId: 'ada' };

interface Entry {
  readonly traits: { readonly rule?: string; readonly error_code: string; readonly provider: string };
  readonly actor_username: string;
  readonly request_id: string | null;
}

/** Returns the newest entry of a provider. Then allows the next refusal to be recorded at once. */
async function findLastEntry(id: string = provider_id): Promise<Entry | undefined> {
  const [entry] = await stack.db.sql<Entry[]>`
    select l.traits, l.actor_username, l.request_id from auth.audit_log as l
    where l.actions = '{sso_sign_in_refused}' and l.traits ->> 'provider' = ${`sso:${id}`} order by l.id desc limit 1`;
  await stack.db.sql`update auth.sso_providers set refused_at = null`;
  return entry;
}

async function readCounter(name: string, labels: Record<string, string>): Promise<number> {
  const found = parseSamples(await scrapeMetrics(stack)).find(
    (one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text),
  );
  return found?.value ?? 0;
}

const CASES: readonly (readonly [string, (parts: ResponseParts) => string])[] = [
  ['signature', (parts) => stranger.respond(parts).replaceAll(stranger.entityId, idp.entityId)],
  ['unsigned', (parts) => idp.respond({ ...parts, sign: 'none' })],
  ['audience', (parts) => idp.respond({ ...parts, audience: 'https://other.example' })],
  ['in_response_to', (parts) => idp.respond({ ...parts, requestId: '_other' })],
  [
    'issue_instant',
    (parts) =>
      idp.respond({
        ...parts,
        change: (xml) => xml.replace(/IssueInstant="[^"]*"/g, 'IssueInstant="2001-01-01T00:00:00Z"'),
      }),
  ],
  ['malformed', () => 'no xml'],
  ['shape', (parts) => Object.values(createForgedResponses(idp.respond({ ...parts, id: '_x' })))[2] as string],
  [
    'issuer',
    (parts) =>
      idp.respond({ ...parts, change: (xml) => xml.replaceAll(`>${idp.entityId}<`, '>https://other.example<') }),
  ],
];

for (const [rule, respond] of CASES) {
  test(`a response that violates ${rule} is recorded with the rule, and counted`, async () => {
    const labels = { provider, outcome: rule };
    const before = await readCounter('postern_sso_sign_ins_total', labels);
    const request = await depart({ provider_id });
    const answer = await bring(respond(responseParts(request, GOOD)), request.relay);
    assert.is(redirectErrors(answer).error_description, `SAML Assertion is not valid: ${rule}`);
    const entry = await findLastEntry();
    assert.equal(entry?.traits, { provider, error_code: 'validation_failed', rule });
    assert.equal([entry?.actor_username, entry?.request_id], ['', answer.headers.get('x-request-id')]);
    assert.is(await readCounter('postern_sso_sign_ins_total', labels), before + 1);
  });
}

test('a sign-in that the provider may not start, and a verified assertion that gets nobody in', async () => {
  const unasked = await bring(idp.respond(responseParts(null, GOOD)), '');
  assert.is(redirectErrors(unasked).error_description, 'SAML Assertion is not valid: in_response_to');
  assert.is((await findLastEntry())?.traits.rule, 'in_response_to');
  const other = await signIn(idp, provider_id, { ...GOOD, attributes: { mail: 'eve@other.example' } });
  assert.is(redirectErrors(other).error_code, 'saml_assertion_email_domain');
  const entry = await findLastEntry();
  assert.equal(
    [entry?.actor_username, entry?.traits],
    ['eve@other.example', { provider, error_code: 'saml_assertion_email_domain' }],
  );
  const labels = { provider, outcome: 'saml_assertion_email_domain' };
  assert.is(await readCounter('postern_sso_sign_ins_total', labels), 1);
});

test('a good sign-in is counted and not recorded, with and without PKCE; a replayed one is recorded', async () => {
  const ok = { provider, outcome: 'ok' };
  const before = await readCounter('postern_sso_sign_ins_total', ok);
  const sso = await readCounter('postern_sign_ins_total', { method: 'sso', outcome: 'ok' });
  const request = await depart({ provider_id });
  const xml = idp.respond(responseParts(request, GOOD));
  assert.ok(readRedirectFragment(await bring(xml, request.relay)).get('access_token'));
  const pkce = await depart({ provider_id, code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' });
  await bring(idp.respond(responseParts(pkce, GOOD)), pkce.relay);
  assert.is(await readCounter('postern_sso_sign_ins_total', ok), before + 2);
  assert.is(await readCounter('postern_sign_ins_total', { method: 'sso', outcome: 'ok' }), sso + 1);
  await change(provider_id, { idp_initiated: true });
  const unasked = idp.respond(responseParts(null, GOOD));
  await bring(unasked, '');
  redirectErrors(await bring(unasked, ''));
  assert.is((await findLastEntry())?.traits.rule, 'replayed');
  assert.is(await readCounter('postern_sso_sign_ins_total', { provider, outcome: 'replayed' }), 1);
});

test('an unknown issuer is counted without its name', async () => {
  redirectErrors(await bring(stranger.respond(responseParts(null)), ''));
  redirectErrors(await post({ RelayState: 'x', SAMLResponse: 'x' }));
  const unknown = { provider: 'unknown', outcome: 'saml_idp_not_found' };
  assert.is(await readCounter('postern_sso_sign_ins_total', unknown), 1);
  assert.not.match(await scrapeMetrics(stack), /idp-\d|no xml/);
});

test('metadata that are fetched because of an unknown key are counted', async () => {
  const old = newIdentityProvider();
  server.serve({ body: old.metadata });
  const made = await stack.post('/admin/sso/providers', { type: 'saml', metadata_url: server.url }, SERVICE);
  const id = String(made.body.id);
  const rolled = newIdentityProvider();
  const forged = async (): Promise<void> => {
    const request = await depart({ provider_id: id });
    await bring(rolled.respond(responseParts(request)).replaceAll(rolled.entityId, old.entityId), request.relay);
    await stack.db.sql`update auth.sso_providers set asked_at = null`;
  };
  server.serve({ status: 500, body: '' });
  await forged();
  assert.is(await readCounter('postern_sso_metadata_total', { outcome: 'failed' }), 1);
  server.serve({ body: old.metadata });
  await forged();
  assert.is(await readCounter('postern_sso_metadata_total', { outcome: 'stored' }), 1);
  assert.is((await findLastEntry(id))?.traits.rule, 'signature');
});

test('SCIM requests are counted by method, resource and status; unknown names are "other"', async () => {
  const scim = await client();
  await scim.user();
  await scim.send('GET', '/Users/none');
  await scim.send('GET', '/Schemas');
  await scim.send('GET', '/Xyzzy');
  for (const [method, resource, status] of [
    ['POST', 'Users', '201'],
    ['GET', 'Users', '404'],
    ['GET', 'Schemas', '200'],
    ['GET', 'other', '404'],
  ] as const)
    assert.is(
      await readCounter('postern_scim_requests_total', { method, resource, status }),
      1,
      `${method} ${resource}`,
    );
  assert.not.match(await scrapeMetrics(stack), /Xyzzy/);
});

test.run();
