// audit_saml_refusal records the rule that a rejected response violates, at most once per second and provider.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, client, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { createProvider, finishArguments, newAssertion, startFlow } from './saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const SETTINGS = settings({ security_audit_refused_sign_ins: 20 });
const entries = (id: unknown) =>
  sql_api.rows('auth.audit_log', `t.actions = '{sso_sign_in_refused}' and t.traits ->> 'provider' = 'sso:${id}'`);
const refuse = (provider_id: unknown, rule: string, more: CallArguments = {}) =>
  sql_api.call('audit_saml_refusal', { provider_id, rule, settings: SETTINGS, client, ...more });

test('the entry has the provider and the rule, and names nobody', async () => {
  const { id } = await createProvider(sql_api);
  assert.equal(await refuse(id, 'signature'), {});
  const [entry] = await entries(id);
  assert.equal(
    [entry?.actor_id, entry?.actor_username, entry?.traits, entry?.request_id],
    [
      '00000000-0000-0000-0000-000000000000',
      '',
      { provider: `sso:${id}`, error_code: 'validation_failed', rule: 'signature' },
      client.request_id,
    ],
  );
});

test('one entry a second for a provider, also of parallel calls; other providers have their own', async () => {
  const [one, other] = [await createProvider(sql_api), await createProvider(sql_api)];
  await Promise.all(Array.from({ length: 8 }, () => refuse(one.id, 'audience')));
  await refuse(other.id, 'audience');
  await sql_api.advance(0.9);
  await refuse(one.id, 'audience');
  assert.equal([(await entries(one.id)).length, (await entries(other.id)).length], [1, 1]);
  await sql_api.advance(0.1);
  await refuse(one.id, 'audience');
  assert.is((await entries(one.id)).length, 2);
});

test('nothing is recorded for an unknown provider, or if the setting is 0', async () => {
  const { id } = await createProvider(sql_api);
  const before = (await sql_api.rows('auth.audit_log')).length;
  await refuse(randomUUID(), 'signature');
  await refuse(id, 'signature', { settings: settings() });
  assert.is((await sql_api.rows('auth.audit_log')).length, before);
});

test('a verified assertion that gets nobody in is recorded with its address', async () => {
  const provider = await createProvider(sql_api, { domains: ['audited.example'] });
  const finish = async (assertion: CallArguments, more: CallArguments = {}) =>
    sql_api.call(
      'finish_saml_flow',
      finishArguments(provider.id, await startFlow(sql_api, provider.id), assertion, {
        settings: SETTINGS,
        ...more,
      }),
    );
  const last = async () => {
    const [entry] = (await entries(provider.id)).slice(-1);
    await sql_api.advance(1);
    return [
      entry?.actor_username,
      (entry?.traits as CallArguments)?.error_code,
      (entry?.traits as CallArguments)?.rule,
    ];
  };
  await finish(newAssertion({ email: 'Eve@Other.Example' }));
  assert.equal(await last(), ['eve@other.example', 'saml_assertion_email_domain', undefined]);
  await finish(newAssertion({ email: null }));
  assert.equal(await last(), ['', 'saml_assertion_no_email', undefined]);
  await finish(newAssertion({ email: 'a@audited.example' }), { settings: { ...SETTINGS, disable_signup: true } });
  assert.equal(await last(), ['a@audited.example', 'signup_disabled', undefined]);
  const assertion = newAssertion({ email: 'b@audited.example' });
  await finish(assertion);
  await finish(assertion);
  assert.equal(await last(), ['b@audited.example', 'validation_failed', 'replayed']);
  assert.is((await entries(provider.id)).length, 4);
});

test.run();
