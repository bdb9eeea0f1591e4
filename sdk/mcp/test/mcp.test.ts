// The MCP server driven by the official client over both transports.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json, Loopback } from '../../test/support/server.ts';
import { operations } from '../platform.ts';
import { type Connection, call, overHttp, overHttpHere, overStdio, overStreamsHere } from './support.ts';

const api = await Loopback.start();
const folder = mkdtempSync(join(tmpdir(), 'mcp-'));
const team = { id: 'team_1', slug: 's', name: 'N' };
/** Ways to start the command, and to reach the same server in this process: tests of flags need no separate start. */
const transports = { stdio: [overStdio, overStreamsHere], http: [overHttp, overHttpHere] } as const;

for (const [kind, [start, connect]] of Object.entries(transports)) {
  const test = suite(kind);
  let link: Connection;
  const flags = ['--server-url', api.url, '--bearer-token', 'secret', '--max-items', '3', '--max-seconds', '1'];
  flags.push('--files', folder);

  test.before(async () => {
    link = await start(flags);
  });
  test.after(() => link.stop());

  test('lists one tool per operation, with names and hints', async () => {
    const { tools } = await link.client.listTools();
    assert.is(tools.length, operations.length);
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    assert.is(byName.size, operations.length);
    for (const { name, inputSchema } of tools) {
      assert.match(name, /^[a-z\d-]{1,64}$/);
      assert.is(inputSchema.type, 'object');
    }
    const hints = (name: string) => byName.get(name)!.annotations!;
    assert.is(hints('deployments-get-deployments').readOnlyHint, true);
    assert.is(hints('deployments-get-deployments').destructiveHint, false);
    assert.is(hints('artifacts-artifact-exists').readOnlyHint, true);
    assert.equal(
      [hints('webhooks-delete-webhook').destructiveHint, hints('webhooks-delete-webhook').idempotentHint],
      [true, true],
    );
    assert.is(hints('global-config-update-edge-config').idempotentHint, true);
    assert.is(hints('webhooks-create-webhook').readOnlyHint, false);
    assert.is(hints('webhooks-create-webhook').idempotentHint, false);
    assert.match(byName.get('marketplace-update-resource-secrets')!.description!, /^Deprecated\./);
    const upload = byName.get('artifacts-upload-artifact')!.inputSchema;
    assert.equal(upload.required, ['hash', 'requestBody']);
    assert.ok('xArtifactDuration' in upload.properties!);
  });

  test('reads', async () => {
    api.reply = json(team);
    const read = await call(link.client, 'teams-get-team', { teamId: 'team_1', slug: 'x' });
    assert.equal(read, { isError: false, data: team }, 'an answer that lacks members is given all the same');
    api.reply = json({ user: { id: 'u' } });
    api.seen.length = 0;
    await call(link.client, 'user-get-auth-user');
    const seen = api.last();
    assert.equal([seen.method, seen.path, seen.headers.authorization], ['GET', '/v2/user', 'Bearer secret']);
    assert.match(seen.headers['user-agent']!, /^postern-platform-mcp\//);
    api.reply = json({ records: [] });
    assert.equal(await call(link.client, 'dns-get-records', { domain: 'a.b', limit: '5' }), {
      isError: false,
      data: { records: [] },
    });
    assert.is(api.last().query, 'limit=5');
  });

  test('writes, and says so if nothing is returned', async () => {
    api.reply = { status: 204 };
    assert.equal(await call(link.client, 'webhooks-delete-webhook', { id: 'hook_1' }), {
      isError: false,
      data: { done: true },
    });
    assert.equal([api.seen.at(-1)!.method, api.last().path], ['DELETE', '/v1/webhooks/hook_1']);
    api.reply = { status: 200 };
    const events = [{ sessionId: 's', source: 'LOCAL', hash: 'h', event: 'HIT' }];
    await call(link.client, 'artifacts-record-events', { requestBody: events, xArtifactClientCi: 'CI' });
    const seen = api.last();
    assert.equal(JSON.parse(seen.body.toString()), events);
    assert.is(seen.headers['x-artifact-client-ci'], 'CI');
  });

  test('uploads by base64 and by path', async () => {
    api.reply = json({ urls: ['u'] }, 202);
    const bytes = Buffer.from([0, 1, 2, 250, 255]);
    const file = join(folder, `up-${kind}`);
    writeFileSync(file, bytes);
    for (const requestBody of [{ base64: bytes.toString('base64') }, { path: file }]) {
      const { isError } = await call(link.client, 'artifacts-upload-artifact', { hash: 'abc', requestBody });
      assert.is(isError, false);
      const seen = api.last();
      assert.equal([seen.method, seen.path, seen.headers['content-length']], ['PUT', '/v8/artifacts/abc', '5']);
      assert.is(seen.headers['content-type'], 'application/octet-stream');
      assert.equal(seen.body, bytes);
    }
    for (const base64 of ['AAGA-g', 'AAGA+g==', '']) {
      const requestBody = { base64 };
      assert.is((await call(link.client, 'artifacts-upload-artifact', { hash: 'abc', requestBody })).isError, false);
      assert.equal(api.last().body, Buffer.from(base64, 'base64'));
    }
    for (const requestBody of [
      'text',
      {},
      { base64: '!!' },
      { base64: 'AAAAA' },
      { base64: 'AAE==' },
      { path: join(folder, 'none') },
    ]) {
      assert.is((await call(link.client, 'artifacts-upload-artifact', { hash: 'abc', requestBody })).isError, true);
    }
    assert.is(api.seen.length, 0);
  });

  test('downloads as base64 or into a new file', async () => {
    const bytes = Buffer.from([9, 8, 7, 0, 255]);
    api.reply = { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: bytes };
    const inline = await call(link.client, 'artifacts-download-artifact', { hash: 'h' });
    assert.equal(inline.data, { base64: bytes.toString('base64'), bytes: 5 });
    const saveTo = join(folder, `down-${kind}`);
    const saved = await call(link.client, 'artifacts-download-artifact', { hash: 'h', saveTo });
    assert.equal(saved.data, { savedTo: saveTo, bytes: 5 });
    assert.equal(readFileSync(saveTo), bytes);
    const again = await call(link.client, 'artifacts-download-artifact', { hash: 'h', saveTo });
    assert.is(again.isError, true, 'an existing file is never overwritten');
  });

  test('stops streams at --max-items and --max-seconds', async () => {
    let hungUp = 0;
    api.reply = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/stream+json' });
      for (let row = 0; row < 50; row++) response.write(`${JSON.stringify(logLine(row))}\n`);
      response.on('close', () => hungUp++);
      return undefined;
    };
    const args = { projectId: 'p', deploymentId: 'd' };
    const many = await call(link.client, 'logs-get-runtime-logs', args);
    assert.is((many.data.items as unknown[]).length, 3);
    assert.is(many.data.stopped, '--max-items');
    api.reply = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/stream+json' }).write(`${JSON.stringify(logLine(0))}\n`);
      response.on('close', () => hungUp++);
      return undefined;
    };
    const few = await call(link.client, 'logs-get-runtime-logs', args);
    assert.is((few.data.items as unknown[]).length, 1);
    assert.is(few.data.stopped, '--max-seconds');
    const deadline = Date.now() + 2000;
    while (hungUp < 2 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.is(hungUp, 2, 'the connection to the API is closed');
  });

  test('returns errors as data: status, code, message', async () => {
    const error = { code: 'forbidden', message: 'Not allowed' };
    api.reply = { ...json({ error }, 403), headers: { 'content-type': 'application/json', 'x-vercel-id': 'id-1' } };
    assert.equal(await call(link.client, 'webhooks-get-webhooks'), {
      isError: true,
      data: { message: 'Not allowed', status: 403, code: 'forbidden', requestId: 'id-1' },
    });
    api.seen.length = 0;
    const wrong = await call(link.client, 'webhooks-get-webhook', { id: {} });
    assert.is(wrong.isError, true);
    assert.is(wrong.data.code, 'InvalidRequestError');
    assert.is(api.seen.length, 0, 'nothing was sent');
    assert.not.match(JSON.stringify(wrong), /secret/);
    const unknown = await call(link.client, 'webhooks-list', {});
    assert.equal([unknown.isError, unknown.data.code], [true, 'unknown_operation']);
    assert.ok((unknown.data.suggestions as string[]).includes('webhooks-get-webhooks'));
  });

  test('offers only the tools that --read-only, --tool and --group allow', async () => {
    const names = async (...more: string[]) => {
      const filtered = await connect([...flags, ...more]);
      const { tools } = await filtered.client.listTools();
      const refused = (await call(filtered.client, 'webhooks-delete-webhook', { id: 'x' })).isError;
      await filtered.stop();
      return { tools: tools.map(({ name }) => name), refused };
    };
    const readOnly = await names('--read-only');
    const reads = operations.filter(({ operation }) => /^(GET|HEAD) /.test(operation.row));
    assert.equal(readOnly.tools.length, reads.length + 6, 'and six that ask by POST');
    assert.ok(readOnly.refused, 'a hidden tool cannot be called either');
    assert.equal((await names('--tool', 'user-get-auth-user', '--tool', 'projects-get-project')).tools.sort(), [
      'projects-get-project',
      'user-get-auth-user',
    ]);
    assert.equal((await names('--group', 'webhooks', '--read-only')).tools, [
      'webhooks-get-webhooks',
      'webhooks-get-webhook',
    ]);
  });

  test('--group offers an operation in each of its groups', async () => {
    const filtered = await connect([...flags, '--group', 'authentication', '--group', 'integrations']);
    const names = (await filtered.client.listTools()).tools.map(({ name }) => name);
    await filtered.stop();
    for (const name of ['marketplace-exchange-sso-token', 'integrations-get-billing-plans'])
      assert.ok(names.includes(name), name);
  });

  test('rejects arguments outside the schema, and sends nothing', async () => {
    const dynamic = await connect([...flags, '--dynamic']);
    api.seen.length = 0;
    const direct = await call(link.client, 'deployments-get-deployments', { projectt: 'p', limt: 1 });
    assert.equal([direct.isError, direct.data.code], [true, 'InvalidRequestError']);
    assert.match(String(direct.data.message), /projectt is unknown; known: .*projectId.*limt is unknown/s);
    for (const args of [
      { name: 'user-request-delete', arguments: 'nonsense' },
      { name: 'deployments-get-deployments', arguments: ['p'] },
      { name: 'deployments-get-deployments', arguments: null },
      { name: 'deployments-get-deployments', projectId: 'p' },
      { name: 'deployments-get-deployments', arguments: { saveTo: 'x' } },
    ]) {
      const { isError, data } = await call(dynamic.client, 'call-operation', args);
      assert.equal([isError, data.code], [true, 'InvalidRequestError'], JSON.stringify(args));
    }
    assert.is((await call(dynamic.client, 'list-operations', { grup: 'webhooks' })).isError, true);
    assert.is(api.seen.length, 0);
    await dynamic.stop();
  });

  test('--dynamic lists, describes and calls', async () => {
    const dynamic = await connect([...flags, '--dynamic', '--read-only']);
    const { tools } = await dynamic.client.listTools();
    assert.equal(
      tools.map(({ name }) => name),
      ['list-operations', 'describe-operation', 'call-operation'],
    );
    assert.is(tools[2]!.annotations!.readOnlyHint, true);
    const list = await call(dynamic.client, 'list-operations', { group: 'webhooks' });
    assert.equal(namesOf(list.data), ['webhooks-get-webhooks', 'webhooks-get-webhook']);
    const found = await call(dynamic.client, 'list-operations', { search: 'read a decrypted variable' });
    assert.ok(namesOf(found.data).includes('projects-get-project-env'));
    assert.ok(namesOf(found.data).length <= 8);
    const groups = await call(dynamic.client, 'list-operations');
    assert.equal((groups.data.groups as Record<string, number>).webhooks, 2);
    const described = await call(dynamic.client, 'describe-operation', { name: 'webhooks-get-webhook' });
    assert.equal((described.data.inputSchema as { required: string[] }).required, ['id']);
    api.reply = json({ error: { code: 'not_found', message: 'Gone' } }, 404);
    const answer = await call(dynamic.client, 'call-operation', {
      name: 'webhooks-get-webhook',
      arguments: { id: 'a/b' },
    });
    assert.equal([answer.data.status, answer.data.code], [404, 'not_found']);
    assert.is(api.last().path, '/v1/webhooks/a%2Fb');
    const hidden = await call(dynamic.client, 'call-operation', {
      name: 'webhooks-delete-webhook',
      arguments: { id: 'x' },
    });
    assert.is(hidden.data.code, 'operation_not_offered', '--read-only holds behind call-operation');
    assert.is((await call(dynamic.client, 'describe-operation', { name: 'nonsense' })).data.code, 'unknown_operation');
    await dynamic.stop();
  });

  test.run();
}

function namesOf(data: Record<string, unknown>): string[] {
  return (data.operations as { name: string }[]).map(({ name }) => name);
}

function logLine(row: number): Record<string, unknown> {
  return {
    level: 'info',
    message: `line ${row}`,
    rowId: String(row),
    source: 'serverless',
    timestampInMs: row,
    domain: 'd',
    messageTruncated: false,
    requestMethod: 'GET',
    requestPath: '/',
    responseStatusCode: 200,
  };
}

const last = suite('after all');
last('stop the API', async () => {
  rmSync(folder, { recursive: true });
  await api.stop();
});
last.run();
