// docs/api.md is up to date. Pasted into a shell against a running server, each call gets a status that the OpenAPI
// document lists for it. Calls that NEEDS_MORE does not match must succeed. Calls that delete run last.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildOpenApiDocument } from '../../gateway/openapi/document.ts';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { renderApiDocument } from '../../tools/api_document.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { cleanEnv, temporaryFolder } from '../support/processes/process.ts';
import { JWT_SECRET, startStack } from '../support/processes/stack.ts';
import { readBlocks } from './blocks.ts';

const FILE = 'docs/api.md';
/**
 * Calls that may fail here. Where no comment gives the reason, the example cannot contain what the call needs, such as
 * a code in a mail or the response of a provider or an authenticator.
 */
const NEEDS_MORE = [
  /\/(verify|callback|authorize)\b/,
  /\/(passkeys|factors|identities|reauthenticate)\b/,
  // The example gets a custom provider before another example creates it.
  /custom-providers/,
  /grant_type=(pkce|id_token|web3)/,
  // Calls that need an OAuth client and a browser.
  /\/oauth\//,
  // The address is taken, or the session does not exist.
  /^POST \/admin\/users\/\{user_id\}$/,
  /\{session_id\}$/,
  // Merging accounts is disabled by default.
  /^POST \/user\/merge$/,
  // Needs the session of an administrator's own account.
  /send-test/,
  // The message, webhook, event and function in these paths do not exist.
  /\{(message_id|webhook_id|event_id)\}/,
  /^GET \/admin\/rules\/\{name\}$/,
  // SAML is disabled by default.
  /^(GET|POST) \/sso/,
  /sso\/providers/,
  // SCIM is disabled by default, and needs a token of its own.
  /\/scim\//,
  // The provider and the hook in these paths are not configured.
  /^POST \/admin\/(providers|hooks)\/\{name\}\/test$/,
];

const folder = temporaryFolder();
test.after(() => folder.remove());

test('docs/api.md is up to date', () => {
  assert.ok(readFileSync(FILE, 'utf8') === renderApiDocument(), 'run: node tools/write_errors_doc.ts');
});

/** Types of body members, as the page names them. */
const MEMBER_TYPES = { string: 'string', boolean: 'boolean', object: 'object', strings: 'array' } as const;

test('docs/api.md documents each member of a body with its type, and each parameter, of every route', () => {
  const sections = readFileSync(FILE, 'utf8').split(/^### /m);
  const missing = (ROUTES as readonly Route[]).flatMap(({ method, path, grant_type, body = {}, query = {} }) => {
    if (grant_type === '*') return []; // refuses unknown grant types and reads nothing
    const key = `${method} ${path}${grant_type === undefined ? '' : `?grant_type=${grant_type.split(':').at(-1)}`}`;
    const section = sections.find((text) => text.startsWith(`${key}\n`)) ?? '';
    const rows = [
      ...Object.entries(body).map(([name, type]) => `| \`${name}\` | ${MEMBER_TYPES[type]} |`),
      ...Object.keys(query).map((name) => `| \`${name}\` | `),
    ];
    return rows.filter((row) => !section.includes(row)).map((row) => `${key}: ${row}`);
  });
  assert.equal(missing, []);
});

interface CallResult {
  key: string;
  status: string;
  body: string;
}

/** Runs the blocks in one shell. Returns status and body of each call. */
async function callAll(url: string, user_id: string): Promise<CallResult[]> {
  const text = readFileSync(FILE, 'utf8').split('\n');
  const blocks = readBlocks(FILE).map((block) => {
    const key = text.slice(0, block.line).findLast((line) => line.startsWith('### '));
    return { key: key?.slice(4) ?? '', text: block.text.replace('http://localhost:8081', url) };
  });
  const calls = blocks.filter(({ key }) => key !== '');
  const deletes = ({ key }: { key: string }): boolean => key.startsWith('DELETE');
  const ordered = [...calls.filter((one) => !deletes(one)), ...calls.filter(deletes)];
  const bin = join(folder.path, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\nshift\nexec '${process.execPath}' '${resolve('cli/postern.mjs')}' "$@"\n`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
  const names = [
    'SESSION_ID',
    'IDENTITY_ID',
    'PASSKEY_ID',
    'FACTOR_ID',
    'MESSAGE_ID',
    'WEBHOOK_ID',
    'EVENT_ID',
    'PROVIDER_ID',
    'DOMAIN',
    'TOKEN_ID',
    'ID',
  ];
  const ids = [...names, 'CLIENT_ID', 'AUTHORIZATION_ID'].map((name) => `${name}=${crypto.randomUUID()}`);
  const script = [
    ...ids,
    `USER_ID=${user_id} IDENTIFIER=custom:intranet`,
    'NAME=bans CODE=user_banned KIND=recovery LOCALE=de RESOURCE=Users',
    ...blocks.filter(({ key }) => key === '').map((block) => block.text),
    `curl() { command curl -o ${folder.path}/$N.body -w '%{http_code}' "$@" > ${folder.path}/$N.status; }`,
    ...ordered.map((block, at) => `N=${at}\n${block.text}`),
  ].join('\n');
  const env = { ...cleanEnv({ SVC_JWT_SECRET: JWT_SECRET }), PATH: `${bin}:${process.env.PATH}` };
  // spawnSync would block the server, which runs in this process.
  const shell = spawn('bash', ['-eu', '-o', 'pipefail'], { cwd: folder.path, env, stdio: ['pipe', 'ignore', 'pipe'] });
  let errors = '';
  shell.stderr.on('data', (chunk) => (errors += String(chunk)));
  shell.stdin.end(script);
  const [code] = await once(shell, 'close');
  assert.is(code, 0, errors);
  const read = (name: string): string =>
    existsSync(join(folder.path, name)) ? readFileSync(join(folder.path, name), 'utf8') : '';
  return ordered.map(({ key }, at) => {
    // With -i, curl prints the headers before the status.
    const status = read(`${at}.status`).slice(-3);
    return { key, status, body: read(`${at}.body`) };
  });
}

test('every call is valid and succeeds as its example shows; no call is missing', async () => {
  const stack = await startStack({
    worker: false,
    env: {
      SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
      SVC_CUSTOM_OAUTH_ENABLED: 'true',
      SVC_PASSKEY_ENABLED: 'true',
      SVC_OAUTH_SERVER_ENABLED: 'true',
      SVC_WEBAUTHN_RP_ID: 'localhost',
      SVC_WEBAUTHN_RP_DISPLAY_NAME: 'Postern',
      SVC_WEBAUTHN_RP_ORIGINS: 'http://localhost:3000',
    },
  });
  try {
    // This user is not Ada, because a call of the document creates Ada.
    const alan = { email: 'alan@example.com', password: 'correct horse battery', email_confirm: true };
    const { body } = await stack.post('/admin/users', alan, SERVICE);
    const called = await callAll(stack.url, String(body.id));
    const { paths } = buildOpenApiDocument(ROUTES, { version: '0.1.0', url: '/' }) as unknown as {
      paths: Record<string, Record<string, { responses: object; tags: string[] }>>;
    };
    const wanted = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { tags }]) =>
        tags.includes('off') ? [] : [`${method.toUpperCase()} ${path}`],
      ),
    );
    const without = (key: string): string => key.replace(/\?.*/, '');
    assert.equal([...new Set(called.map(({ key }) => without(key)))].sort(), wanted.sort());
    for (const { key, status, body: text } of called) {
      const [method = '', path = ''] = without(key).split(' ');
      const described = Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {});
      assert.ok(described.includes(status), `${key}: ${status} ${text}`);
      assert.not.match(text, /"error_code":"(bad_json|bad_jwt|no_authorization|not_admin)"/, key);
    }
    // True if the call succeeded, or was rejected only because another call had just requested a mail.
    const done = ({ status, body: text }: CallResult): boolean =>
      /^[23]/.test(status) || text.includes('over_email_send_rate_limit');
    const failed = called.filter((one) => !NEEDS_MORE.some((pattern) => pattern.test(one.key)) && !done(one));
    assert.equal(failed, []);
  } finally {
    await stack.close();
  }
});

test.run();
