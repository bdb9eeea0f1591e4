// One server on several addresses and on no other. An address that the machine lacks is omitted; an address in use is
// an error.
import { once } from 'node:events';
import { createServer as createSocketServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../../core/log.ts';
import { parseHosts } from '../../../gateway/server/multi_address.ts';
import { isPortInUse } from '../../../gateway/server/ports.ts';
import { createServer } from '../../../gateway/server/server.ts';
import { cannotRun } from '../../support/processes/cannot_run.ts';

const log = createLog({ level: 'fatal' });
const handler = () => Promise.resolve({ status: 200, headers: {}, body: 'here' });
const create = () => createServer({ engine: 'node', handler, log });
const at = (host: string, port: number) =>
  fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } }).then(
    (response) => response.text(),
    (error: Error) => (error.cause as NodeJS.ErrnoException).code ?? error.message,
  );
const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
const has_v6 = addresses.some(({ address }) => address === '::1');

test('parses the setting: commas, blanks, brackets; empty means all interfaces', () => {
  assert.equal(parseHosts(''), ['']);
  assert.equal(parseHosts(' , '), ['']);
  assert.equal(parseHosts('127.0.0.1, [::1]'), ['127.0.0.1', '::1']);
});

test('both loopback addresses answer on one port, an address of the network does not', async () => {
  const server = create();
  const { port } = await server.listen({ host: '127.0.0.1,::1', port: 0 });
  try {
    assert.is(await at('127.0.0.1', port), 'here');
    if (has_v6) assert.is(await at('[::1]', port), 'here');
    const other = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
    if (other === undefined) cannotRun('an address of the network', 'this machine has loopback addresses alone');
    else assert.is(await at(other.address, port), 'ECONNREFUSED');
    assert.ok(await isPortInUse(port, '127.0.0.1,::1'));
  } finally {
    await server.close({ deadline_ms: 0 });
  }
  assert.is(await at('127.0.0.1', port), 'ECONNREFUSED');
});

test('omits an address that the machine lacks; if it is the only one, that is an error', async () => {
  const server = create();
  const { port } = await server.listen({ host: '192.0.2.1,127.0.0.1', port: 0 });
  assert.is(await at('127.0.0.1', port), 'here');
  await server.close({ deadline_ms: 0 });
  const code = (error: NodeJS.ErrnoException) => error.code;
  assert.is(await create().listen({ host: '192.0.2.1', port: 0 }).then(String, code), 'EADDRNOTAVAIL');
  assert.is(await isPortInUse(port, '192.0.2.1').then(String, code), 'EADDRNOTAVAIL');
  assert.is(await isPortInUse(port, '192.0.2.1,127.0.0.1'), false);
});

test('a port in use on one of the addresses is an error, and the others are released', async () => {
  if (!has_v6) return cannotRun('a port that is taken on [::1]', 'this machine has no IPv6');
  const holder = createSocketServer().listen(0, '::1');
  await once(holder, 'listening');
  const { port } = holder.address() as { port: number };
  try {
    assert.ok(await isPortInUse(port, '127.0.0.1,::1'));
    const fault = await create()
      .listen({ host: '127.0.0.1,::1', port })
      .then(String, (error: NodeJS.ErrnoException) => error.code);
    assert.is(fault, 'EADDRINUSE');
    assert.is(await at('127.0.0.1', port), 'ECONNREFUSED');
  } finally {
    holder.close();
  }
});

test.run();
