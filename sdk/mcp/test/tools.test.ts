// Every tool once, in one process: its schema accepts what the API accepts, and the call sends the right request.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { prepare } from '../../test/support/calls.ts';
import { readFacts } from '../../test/support/facts.ts';
import { Loopback } from '../../test/support/server.ts';
import { readFlags, type Settings } from '../flags.ts';
import { operations } from '../platform.ts';
import { serverFactory } from '../server.ts';
import { toolName } from '../tools.ts';

const api = await Loopback.start();
const settings = readFlags(
  ['start', '--server-url', api.url, '--bearer-token', 'x', '--max-seconds', '1'],
  {},
) as Settings;
const client = new Client({ name: 'test', version: '1.0.0' });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([serverFactory(settings)().connect(far), client.connect(near)]);
const { tools } = await client.listTools();
const byName = new Map(tools.map((tool) => [tool.name, tool]));
const ajv = new AjvJsonSchemaValidator();

test.after(async () => {
  await client.close();
  await api.stop();
});

function nameOf(functionName: string): string {
  const listed = operations.find(({ name }) => name === functionName);
  if (!listed) throw new Error(`no operation is called ${functionName}`);
  return toolName(listed);
}

const called = new Set<string>();
for (const fact of readFacts()) {
  const name = nameOf(fact.functionName);
  if (called.has(name)) continue;
  called.add(name);
  test(`${name}: minimal and full arguments`, async () => {
    const tool = byName.get(name);
    if (!tool) throw new Error('no such tool');
    const accepts = ajv.getValidator(tool.inputSchema);
    for (const full of [false, true]) {
      const made = prepare(fact, full);
      // Tools use JSON: dates as text, bytes as base64.
      const args = JSON.parse(JSON.stringify(made.args ?? {})) as Record<string, unknown>;
      const bytes = fact.body?.contentType === 'application/octet-stream' && made.body !== undefined;
      if (bytes) args.requestBody = { base64: Buffer.from('bytes').toString('base64') };
      const check = accepts(args);
      assert.ok(check.valid, check.errorMessage);
      if (bytes) delete args.contentLength;
      api.reply = {
        status: 418,
        headers: { 'content-type': 'application/json' },
        body: '{"error":{"code":"c","message":"m"}}',
      };
      const result = await client.callTool({ name, arguments: args });
      assert.is(result.isError, true);
      assert.is((result.structuredContent as { status: number }).status, 418);
      const seen = api.last();
      assert.equal([seen.method, seen.path], [fact.method, made.path]);
      assert.equal([...new URLSearchParams(seen.query)], JSON.parse(JSON.stringify(made.query)));
      if (made.body === undefined) assert.is(seen.body.length, 0);
      else if (bytes) assert.is(seen.body.toString(), 'bytes');
      else assert.equal(JSON.parse(seen.body.toString()), JSON.parse(JSON.stringify(made.body)));
    }
  });
}

test('every tool was called', () => {
  assert.equal(
    tools.map(({ name }) => name).filter((name) => !called.has(name)),
    // Operations that the API has dropped can still be called by callers that know them.
    [
      ...[
        'domains-buy-domain',
        'domains-check-domain-price',
        'domains-check-domain-status',
        'domains-get-domain-transfer',
      ],
      ...['edge-config-patch-edge-config-items', 'projects-update-project-data-cache'],
    ],
  );
});

test.run();
