// runner: alone when=cli,dev,docs,gateway,sql

// Runs docs/oauth-server.md block by block: the settings, an app with openid-client, an MCP server with the official
// SDK, and a command-line tool with the device grant.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findFreePort } from '../../../gateway/server/ports.ts';
import { approveAsUser, approveDevice } from '../../support/clients/consent_page.ts';
import { McpClientStore } from '../../support/clients/mcp_store.ts';
import { openGuide, pathWithPostern, runSqlBlock, saveBlock } from '../../support/processes/guide.ts';
import { runCli, temporaryFolder } from '../../support/processes/process.ts';
import { warningsForSettings } from '../../support/processes/settings_text.ts';
import { copyStartedFolder } from '../../support/processes/started.ts';

const DOCUMENT = 'docs/oauth-server.md';
const ADA = { email: 'ada@example.com', password: 'correct horse battery' };

test('the guides of docs/oauth-server.md work as they are written', async () => {
  const folder = temporaryFolder({ on_disk: true });
  const [api, app, mcp] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const place = (text: string): string =>
    text
      .replaceAll('localhost:8081', `localhost:${api}`)
      .replaceAll('localhost:3000', `localhost:${app}`)
      .replaceAll('listen(3000', `listen(${app}`)
      .replaceAll('localhost:3001', `localhost:${mcp}`)
      .replaceAll('listen(3001', `listen(${mcp}`);
  const project = join(folder.path, 'quickstart');
  const children: ChildProcess[] = [];
  await copyStartedFolder(join(folder.path, '.postern'));
  const guide = openGuide(DOCUMENT, {
    folder: folder.path,
    place: (text) =>
      place(text)
        .replace(/npm install .+\n/, '')
        .replace(/^npx postern oauth/, `cd '${folder.path}'\n$&`),
    env: { PATH: pathWithPostern(folder.path), HOME: process.env.HOME ?? '' },
    languages: {
      '': async ({ text }) => settings(text),
      js: saveBlock(project),
      sql: (block, text) => sql(block, text),
      json: (block, text) => sql(block, usable(text)),
    },
  });
  const settings = (text: string) => {
    // Ignores the warning about HS256: the document explains it in the table below the block.
    assert.equal(
      warningsForSettings(text).filter((warning) => !/HS256/.test(warning)),
      [],
    );
    return { code: 0, stdout: '', stderr: '' };
  };
  let database = '';
  const sql: ReturnType<typeof runSqlBlock> = (block, text) => runSqlBlock(database)(block, text);
  const run = async (file: string): Promise<void> => {
    const env = { PATH: process.env.PATH ?? '', CLIENT_ID: client.id, CLIENT_SECRET: client.secret };
    const child = spawn(process.execPath, [file], { cwd: project, env, stdio: ['ignore', 'inherit', 'inherit'] });
    children.push(child);
  };
  const client = { id: '', secret: '' };
  let start: ReturnType<typeof runCli> | undefined;
  try {
    await guide.next('SVC_OAUTH_SERVER_ENABLED=true\n');
    await guide.next('key generate jwk');
    guide.skip('npm start');
    const more = {
      PORT: String(api),
      SVC_INBOX_PORT: '0',
      SVC_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
      SVC_OAUTH_SERVER_DEVICE_ENABLED: 'true',
    };
    start = runCli(['start'], { cwd: folder.path, env: more, main: resolve('cli/postern.mjs') });
    await start.until(/API +(http:\S+)/);
    const made = await guide.next('/admin/oauth/clients');
    assert.is(made.code, 0, made.stderr);
    const shown = await guide.next('mkdir -p quickstart');
    assert.is(shown.code, 0, shown.stderr);
    symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
    await guide.next('// app.mjs');
    Object.assign(client, {
      id: shellVariable(folder.path, 'CLIENT_ID'),
      secret: shellVariable(folder.path, 'CLIENT_SECRET'),
    });
    guide.skip('node app.mjs');
    await run('app.mjs');
    const home = await retryUntilSuccess(() => fetch(`http://localhost:${app}/`, { redirect: 'manual' }));
    const answer = await approveAsUser(home.headers.get('location') ?? '', ADA);
    assert.is(await (await fetch(answer)).text(), 'signed in as ada@example.com\n');

    await guide.next('@modelcontextprotocol/sdk express jose');
    await guide.next('// server.mjs');
    guide.skip('node server.mjs');
    await run('server.mjs');
    const address = new URL(`http://localhost:${mcp}/mcp`);
    const store = new McpClientStore(`http://localhost:${app}/callback`);
    const transport = () => new StreamableHTTPClientTransport(address, { authProvider: store });
    const first = transport();
    const hello = () => new Client({ name: 'a client', version: '1.0.0' });
    await retryUntilSuccess(() => fetch(address, { method: 'POST' }));
    await hello()
      .connect(first)
      .then(
        () => assert.unreachable('the server takes a client without a token'),
        (error: unknown) => assert.instance(error, UnauthorizedError),
      );
    const back = new URL(await approveAsUser(store.asked?.href ?? '', ADA));
    await first.finishAuth(back.searchParams.get('code') ?? '');
    const signed_in = hello();
    await signed_in.connect(transport());
    const { content } = await signed_in.callTool({ name: 'who', arguments: {} });
    assert.match(String((content as { text: string }[])[0]?.text), /^[0-9a-f-]{36}$/);
    await signed_in.close();

    const command_line = await guide.next('"client_name":"Notes CLI"');
    assert.is(command_line.code, 0, command_line.stderr);
    await guide.next('// login.mjs');
    guide.skip('node login.mjs');
    const CLI_ID = shellVariable(folder.path, 'CLI_ID');
    const login = spawn(process.execPath, ['login.mjs'], {
      cwd: project,
      env: { PATH: process.env.PATH ?? '', CLI_ID },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(login);
    const printed = createInterface({ input: login.stdout })[Symbol.asyncIterator]();
    const asked = /^Open (\S+) and approve the code (\S+)$/.exec((await printed.next()).value ?? '');
    assert.ok(asked, 'the command line shows an address and a code');
    await approveDevice(asked[1] ?? '', asked[2] ?? '', ADA);
    assert.is((await printed.next()).value, 'signed in as ada@example.com');

    database = await embeddedDatabaseUrl(start, folder.path);
    const described = await guide.next('"client_id": "https://app.example.com/client.json"');
    assert.match(described.stdout, 'usable', described.stderr);
    // This command runs in the folder where Postern was started, not in the folder of the app.
    const told = await guide.next('--backchannel-logout-uri');
    assert.is(told.code, 0, told.stderr);
    const listed = await guide.next('npx postern oauth client list');
    assert.is(listed.code, 0, listed.stderr);
    for (const name of ['Field Notes', 'Notes CLI']) assert.match(listed.stdout, name);
    const audit = await guide.next('auth.audit_log');
    assert.is(audit.code, 0, audit.stderr);
    assert.match(audit.stdout, 'client_id');
    assert.equal(guide.left(), []);
  } finally {
    for (const child of children) child.kill();
    await start?.stop();
    folder.remove();
  }
});

/** Returns the URL of the embedded database. */
async function embeddedDatabaseUrl(start: ReturnType<typeof runCli>, folder: string): Promise<string> {
  const [, port = ''] = await start.until(/database \(port (\d+)\)/);
  const text = readFileSync(join(folder, '.postern', 'secrets.json'), 'utf8');
  const { superuser_password } = JSON.parse(text) as { superuser_password: string };
  return `postgres://postgres:${superuser_password}@127.0.0.1:${port}/postern`;
}

/** Returns a variable of the guide's shell. */
function shellVariable(folder: string, name: string): string {
  const text = readFileSync(join(folder, '.guide'), 'utf8');
  return new RegExp(`declare -x ${name}="([^"]*)"`).exec(text)?.[1] ?? '';
}

/** Returns a query that checks a client's metadata document. */
const usable = (document: string): string =>
  `select coalesce(auth_lib.client_document_fault('https://app.example.com/client.json', $json$${document}$json$), 'usable');`;

async function retryUntilSuccess<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    try {
      return await ask();
    } catch {
      await sleep(100); // the program has not begun to listen
    }
  }
  return ask();
}

test.run();
