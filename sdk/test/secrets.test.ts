// The debug logger never prints secrets that the catalogue marks, in paths, headers, bodies and answers.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ClientOptions, HTTPClient, Platform } from '../index.ts';

let answer: unknown;
let status = 200;
let headers = {};
const httpClient = new HTTPClient({
  fetcher: async () => Response.json(answer, { status, headers }),
});

/** Returns the log of one call. */
async function printed(
  call: (platform: Platform) => Promise<unknown>,
  given: unknown = {},
  options: ClientOptions = {},
): Promise<string> {
  const lines: string[] = [];
  const log = (...parts: unknown[]) =>
    lines.push(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '));
  const debugLogger = { group: (label = '') => log(label), groupEnd: () => undefined, log };
  answer = given;
  status = 200;
  await call(
    new Platform({ httpClient, debugLogger, responseValidation: 'off', bearerToken: 'token-of-client', ...options }),
  );
  return lines.join('\n');
}

const ids = { integrationConfigurationId: 'i', resourceId: 'r' };
const cases: [string, (platform: Platform) => Promise<unknown>, unknown, RegExp][] = [
  [
    'protection bypass keys, which are names of members',
    ({ projects }) =>
      projects.updateProjectProtectionBypass({
        idOrName: 'p',
        requestBody: { revoke: { secret: 'hush-1', regenerate: true } },
      }),
    { protectionBypass: { 'hush-2': { createdAt: 1, createdBy: 'u', scope: 'automation-bypass' } } },
    /"regenerate":true[\s\S]*"protectionBypass":"\*\*\*"/,
  ],
  [
    'edge config tokens in addresses and answers',
    ({ globalConfig }) => globalConfig.getEdgeConfigToken({ edgeConfigId: 'ecfg_1', token: 'hush-1' }),
    { token: 'hush-2', label: 'mine', id: 'shown-id', edgeConfigId: 'ecfg_1', createdAt: 1 },
    /\/v1\/global-config\/ecfg_1\/token\/\*\*\*\n[\s\S]*"label":"mine"/,
  ],
  [
    'the same under its former name',
    ({ edgeConfig }) => edgeConfig.getEdgeConfigToken({ edgeConfigId: 'ecfg_1', token: 'hush-1' }),
    { token: 'hush-2' },
    /\/token\/\*\*\*/,
  ],
  [
    'codes and secrets of single sign-on',
    ({ marketplace }) =>
      marketplace.exchangeSsoToken({
        code: 'hush-1',
        clientId: 'shown-id',
        clientSecret: 'hush-2',
        grantType: 'authorization_code',
      }),
    { id_token: 'hush-3', access_token: 'hush-4', token_type: 'Bearer', refresh_token: 'hush-5' },
    /"client_id":"shown-id"[\s\S]*"token_type":"Bearer"/,
  ],
  [
    'transfer codes in addresses',
    ({ projects }) => projects.acceptProjectTransferRequest({ code: 'hush-1' }),
    {},
    /\/projects\/transfer-request\/\*\*\*/,
  ],
  [
    'transfer codes in answers, and their callback secrets',
    ({ projects }) =>
      projects.createProjectTransferRequest({
        idOrName: 'p',
        requestBody: { callbackSecret: 'hush-1', callbackUrl: 'https://shown.example' },
      }),
    { code: 'hush-2' },
    /shown\.example[\s\S]*"code":"\*\*\*"/,
  ],
  [
    'invite codes',
    ({ teams }) => teams.joinTeam({ teamId: 'team_1', requestBody: { inviteCode: 'hush-1' } }),
    { teamId: 'team_1', slug: 's', name: 'shown-name', from: 'link' },
    /"inviteCode":"\*\*\*"[\s\S]*shown-name/,
  ],
  [
    'invite codes in addresses',
    ({ teams }) => teams.deleteTeamInviteCode({ teamId: 'team_1', inviteId: 'hush-1' }),
    {},
    /\/v1\/teams\/team_1\/invites\/\*\*\*/,
  ],
  [
    'API keys',
    (platform) => platform.createApiKeys({ purpose: 'ai-gateway', name: 'shown-name' }),
    { apiKeyString: 'hush-1', apiKey: { id: 'shown-id', apiKey: 'hush-2' } },
    /shown-name[\s\S]*shown-id/,
  ],
  [
    'connection strings and other members nobody has described',
    ({ user }) => user.getAuthUser(),
    { user: { id: 'shown-id', connectionString: 'postgres://u:hush-1@host/db', fresh: { deep: ['hush-2'] } } },
    /"id":"shown-id","connectionString":"\*\*\*","fresh":\{"deep":\["\*\*\*"\]\}/,
  ],
  [
    'headers of log drains',
    ({ logDrains }) =>
      logDrains.createLogDrain({
        requestBody: {
          name: 'shown-name',
          url: 'https://shown.example',
          deliveryFormat: 'json',
          secret: 'hush-1',
          headers: { authorization: 'hush-2' },
        } as never,
      }),
    {},
    /shown-name[\s\S]*"headers":"\*\*\*"/,
  ],
  [
    'private keys, which stand beside certificates',
    ({ certs }) => certs.uploadCert({ requestBody: { ca: 'ca', key: 'hush-1', cert: 'shown-pem' } }),
    {},
    /shown-pem/,
  ],
  [
    'values of variables',
    ({ projects }) =>
      projects.editProjectEnv({ idOrName: 'p', id: 'e', requestBody: { key: 'VARIABLE', value: 'hush-1' } }),
    { key: 'VARIABLE', value: 'hush-2', type: 'plain' },
    /VARIABLE[\s\S]*VARIABLE/,
  ],
  [
    'what a variable was encrypted to before',
    ({ projects }) =>
      projects.editProjectEnv({ idOrName: 'p', id: 'e', requestBody: { key: 'VARIABLE', value: 'hush-1' } }),
    { key: 'VARIABLE', value: 'hush-2', legacyValue: 'hush-3', type: 'encrypted' },
    /"legacyValue":"\*\*\*"/,
  ],
  [
    'credentials of connectors',
    ({ connect }) =>
      connect.createConnector({
        connectCreateConnectorRequest: {
          service: 'shown-service',
          connectionMethod: 'api-key',
          data: { subjectType: 'app', values: [{ value: 'hush-1', scope: 'shown-scope' }] },
        } as never,
      }),
    {},
    /"value":"\*\*\*","scope":"shown-scope"/,
  ],
  [
    'secrets of a resource',
    ({ marketplace }) =>
      marketplace.updateResourceSecretsById({ ...ids, requestBody: { secrets: [{ name: 'n', value: 'hush-1' }] } }),
    undefined,
    /"secrets":"\*\*\*"/,
  ],
  [
    'tokens of the client and of the call, and bypass headers',
    ({ webhooks }) =>
      webhooks.getWebhooks(
        {},
        {
          bearerToken: 'hush-1',
          headers: { 'x-vercel-protection-bypass': 'hush-2', cookie: 'a=hush-3', 'x-shown': 'shown' },
        },
      ),
    [],
    /x-shown: shown/,
  ],
];

for (const [title, call, given, shown] of cases) {
  test(`never prints ${title}`, async () => {
    const text = await printed(call, given);
    assert.not.match(text, /hush-\d|token-of-client/);
    assert.match(text, shown);
    const clear = await printed(call, given, { logSecrets: true });
    assert.match(clear, /hush-1/, 'logSecrets prints them');
  });
}

test('prints error bodies, which are the reason for reading the log', async () => {
  const lines: string[] = [];
  const log = (...parts: unknown[]) => lines.push(JSON.stringify(parts));
  const platform = new Platform({ httpClient, debugLogger: { group: log, groupEnd: () => undefined, log } });
  answer = { error: { code: 'not_found', message: 'There is no such hook' } };
  status = 404;
  headers = { 'set-cookie': 'a=hush-1', 'x-shown': 'shown' };
  await platform.webhooks.getWebhook({ id: 'w' }).catch(() => undefined);
  headers = {};
  assert.match(lines.join('\n'), /There is no such hook/);
  assert.match(lines.join('\n'), /x-shown: shown/);
  assert.not.match(lines.join('\n'), /hush-1/, 'its cookies are not');
});

test.run();
