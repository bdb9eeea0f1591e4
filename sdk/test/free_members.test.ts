// Free members of a body: next to the named ones, or gathered in `additionalProperties` as in the reference client.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HTTPClient, PlatformCore } from '../index.ts';
import { functionOf } from './support/calls.ts';

let sent: unknown;
const fetcher = async (input: unknown) => {
  sent = await (input as Request).json();
  return new Response('{}', { headers: { 'content-type': 'application/json' } });
};
const core = new PlatformCore({ httpClient: new HTTPClient({ fetcher }) });

async function bodyOf(fn: string, args: object): Promise<unknown> {
  sent = undefined;
  const result = await (await functionOf(fn))(core, args);
  if (sent === undefined && !result.ok) throw result.error;
  return sent;
}

const plan = { id: 'p', type: 'subscription', name: 'n', description: 'd', paymentMethodRequired: false };
const ids = { integrationConfigurationId: 'i' };
const server = { issuer: 'https://id.example.com', token_endpoint: 'https://id.example.com/token' };
const connector = { type: 'oauth', service: 'mcp.example.com', name: 'n' };
const cases: [fn: string, wrap: (inner: object) => object, own: Record<string, unknown>][] = [
  ['marketplaceUpdateInstallation', (billingPlan) => ({ ...ids, requestBody: { billingPlan } }), plan],
  ['marketplaceUpdateResource', (billingPlan) => ({ ...ids, resourceId: 'r', requestBody: { billingPlan } }), plan],
  [
    'projectsAcceptProjectTransferRequest',
    (acceptedPolicies) => ({ code: 'c', requestBody: { acceptedPolicies: { i: acceptedPolicies } } }),
    { eula: '2026-01-31T12:00:00.000Z', privacy: '2026-01-31T12:00:00.000Z' },
  ],
  ['createObservabilityQuery', (query) => query, { metric: 'm', scope: { type: 'owner', ownerId: 'o' } }],
];

for (const [fn, wrap, own] of cases) {
  test(`${fn}: both spellings send the same`, async () => {
    const free = fn.includes('Accept') ? { Extra_key: '2026-02-28T12:00:00.000Z' } : { Extra_key: [1] };
    const beside = await bodyOf(fn, wrap({ ...own, ...free }));
    assert.equal(await bodyOf(fn, wrap({ ...own, additionalProperties: free })), beside);
    assert.ok(JSON.stringify(beside).includes('"Extra_key"'));
    const named = { ...free, [Object.keys(own)[0]!]: '2026-03-31T12:00:00.000Z' };
    assert.equal(await bodyOf(fn, wrap({ ...own, additionalProperties: named })), beside, 'a named member wins');
  });
}

test('createConnector and updateConnector accept both spellings at every depth', async () => {
  const keys = (nest: (free: object) => object) => ({
    serverConfig: { ...server, ...nest({ x_more: 1 }), jwks: { keys: [{ kty: 'RSA', ...nest({ n: 'AQAB' }) }] } },
  });
  for (const [fn, more] of [
    ['connectCreateConnector', connector],
    ['connectUpdateConnector', {}],
  ] as const) {
    const args = (nest: (free: object) => object) => ({
      ...(fn === 'connectUpdateConnector' ? { connector: 'c' } : {}),
      [`${fn}Request`]: { ...more, data: { clientId: 'c', clientSecret: 's', ...keys(nest) } },
    });
    const beside = await bodyOf(
      fn,
      args((free) => free),
    );
    assert.equal(
      await bodyOf(
        fn,
        args((additionalProperties) => ({ additionalProperties })),
      ),
      beside,
      fn,
    );
    assert.ok(JSON.stringify(beside).includes('x_more'));
  }
});

test('rejects a free member of a wrong type in both spellings; in a map the name is an ordinary key', async () => {
  for (const more of [{ other: 7 }, { additionalProperties: { other: 7 } }]) {
    const args = {
      code: 'c',
      requestBody: { acceptedPolicies: { i: { eula: new Date(), privacy: new Date(), ...more } } },
    };
    const error = await bodyOf('projectsAcceptProjectTransferRequest', args).catch((thrown: Error) => thrown);
    assert.match((error as Error).message, /other has the wrong type/);
  }
  const map = { additionalProperties: { value: 'v' } };
  assert.equal(await bodyOf('environmentUpdateSharedEnvVariable', { requestBody: { updates: map } }), { updates: map });
});

test.run();
