// Tests of start_saml_flow.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider, PKCE, startFlow } from './saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const refused = (args: CallArguments, expected: readonly [number, string, string]) =>
  sql_api.refused('start_saml_flow', { id: randomUUID(), redirect_to: 'http://localhost:3000', ...args }, expected);

test('finds the provider by its id and by a domain in any case, and writes one row', async () => {
  const provider = await createProvider(sql_api, { domains: ['start.example', 'xn--mnchen-3ya.example'] });
  for (const choice of [
    { provider_id: provider.id },
    { domain: 'START.example.' },
    { domain: 'xn--mnchen-3ya.example', provider_id: '00000000-0000-0000-0000-000000000000' },
  ]) {
    const id = randomUUID();
    let definition: CallArguments = {};
    const tables = await sql_api.changes(async () => {
      definition = await sql_api.call('start_saml_flow', { id, redirect_to: 'http://localhost:3000/x', ...choice });
    });
    assert.equal(tables, ['flow_states']);
    assert.equal(definition.id, provider.id);
    const [flow] = await sql_api.rows('auth.flow_states', `t.id = '${id}'`);
    assert.equal(
      [flow?.provider, flow?.authentication_method, flow?.redirect_to, flow?.code_challenge],
      [`sso:${provider.id}`, 'sso/saml', 'http://localhost:3000/x', null],
    );
  }
});

test('returns the provider data for the request and for the validation of its response', async () => {
  const keys = { department: { name: 'ou' } };
  const made = await createProvider(sql_api, {
    name_id_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    attribute_mapping: { keys },
    force_authn: true,
    require_signed: 'assertion',
  });
  const { entity_id, metadata } = made.saml as { entity_id: string; metadata: { sso_url: string } };
  const start = (more: CallArguments = {}) =>
    sql_api.call('start_saml_flow', { id: randomUUID(), provider_id: made.id, redirect_to: '', ...more });
  assert.equal(await start(), {
    id: made.id,
    entity_id,
    certificates: ['AAAA'],
    sso_url: metadata.sso_url,
    name_id_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    attribute_mapping: keys,
    require_signed: 'assertion',
    force_authn: true,
    sign_requests: true,
    requested_authn_context: null,
    scoping: null,
    allowed_algorithms: null,
    idp_initiated: false,
  });
  assert.is((await start({ settings: settings({ saml_idp_initiated_enabled: true }) })).idp_initiated, true);
});

test('one choice, a known and enabled provider, a valid challenge', async () => {
  const { id: provider_id } = await createProvider(sql_api, { domains: ['one.example'] });
  await refused({ provider_id, domain: 'one.example' }, [
    400,
    'validation_failed',
    'Only one of provider_id or domain supported',
  ]);
  const none = [400, 'validation_failed', 'A provider_id or domain needs to be provided'] as const;
  await refused({}, none);
  await refused({ provider_id: '00000000-0000-0000-0000-000000000000', domain: '' }, none);
  await refused({ provider_id: randomUUID() }, [404, 'sso_provider_not_found', 'No such SSO provider']);
  await refused({ domain: 'none.example' }, [
    404,
    'sso_provider_not_found',
    'No SSO provider assigned for this domain',
  ]);
  for (const [more, message] of [
    [{ code_challenge: PKCE.code_challenge }, 'PKCE flow requires code_challenge_method and code_challenge'],
    [{ ...PKCE, code_challenge: 'short' }, 'code challenge has to be between 43 and 128 characters'],
    [
      { ...PKCE, code_challenge: '+'.repeat(43) },
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    ],
    [{ ...PKCE, code_challenge_method: 'x' }, 'Invalid code_challenge_method'],
  ] as const) {
    await refused({ provider_id, ...more }, [400, 'validation_failed', message]);
  }
  await sql_api.call('change_sso_provider', { ...ADMIN, id: provider_id, provider: { disabled: true }, client: {} });
  await refused({ provider_id }, [404, 'sso_provider_disabled', 'SSO Provider is currently disabled']);
  await sql_api.call('change_sso_provider', { ...ADMIN, id: provider_id, provider: { disabled: false }, client: {} });
  assert.ok(await startFlow(sql_api, provider_id, PKCE));
});

test.run();
