// Requests to URLs that users or third parties choose: addresses of this machine, its network or a cloud's metadata
// service are rejected, in many notations, also if a name resolves differently the second time.
import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sendOutgoingRequest } from '../../core/outgoing.ts';
import {
  checkHostAllowed,
  createNetworkRestriction,
  ForbiddenAddressError,
  isPublicAddress,
  parseNetworks,
} from '../../core/reach.ts';

const REFUSED = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  // Private networks and carrier-grade NAT.
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.127.255.255',
  '::ffff:10.0.0.1',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  '198.18.0.1',
  '198.19.255.255',
  // Link-local addresses and metadata services of clouds.
  '169.254.169.254',
  '::ffff:169.254.169.254',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  // IPv6 addresses that embed IPv4 addresses.
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2001:0:7f00:1::',
  '::ffff:0:127.0.0.1',
  // Reserved, multicast and broadcast addresses.
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '2001:db8::1',
  '3fff::1',
  'ff02::1',
  '100::1',
  '5f00::1',
  '4000::1',
  '',
  'localhost',
  '1.2.3',
  '1.2.3.4.5',
];
const ALLOWED = [
  '1.1.1.1',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '169.253.1.1',
  '198.20.0.1',
  '2606:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
];

test('refuses an address outside the internet, in any encoding', () => {
  const reach = createNetworkRestriction({ networks: [] });
  for (const address of REFUSED)
    assert.equal([address, isPublicAddress(address), reach.allows(address)], [address, false, false]);
  for (const address of ALLOWED)
    assert.equal([address, isPublicAddress(address), reach.allows(address)], [address, true, true]);
});

test('refuses a URL that writes such an address in another notation, before connecting', async () => {
  const reach = createNetworkRestriction({ networks: [] });
  const signal = AbortSignal.timeout(5_000);
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
    '0',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '127。0。0。1',
  ]) {
    assert.throws(
      () => reach.judge(new URL(`https://${host}/`)),
      (error: Error) => error instanceof ForbiddenAddressError,
      host,
    );
    const failed = await sendOutgoingRequest(`https://${host}/`, { reach, signal }).catch((error: Error) => error);
    assert.instance(failed, ForbiddenAddressError, host);
  }
});

test('reaches configured networks and no neighboring addresses', () => {
  const reach = createNetworkRestriction({ networks: ['10.2.0.0/16', ' fd12::/16', '192.168.7.7'] });
  for (const address of ['10.2.255.1', 'fd12::9', '192.168.7.7', '64:ff9b::10.2.0.1', '::ffff:10.2.3.4', '8.8.8.8'])
    assert.ok(reach.allows(address), address);
  for (const address of ['10.3.0.1', 'fd13::9', '192.168.7.8', '127.0.0.1', '64:ff9b::10.3.0.1'])
    assert.not(reach.allows(address), address);
  for (const wrong of ['10.0.0.0/33', 'fd12::/129', 'private', '10.0.0/8', 'example.com'])
    assert.throws(() => parseNetworks([wrong]), 'must be networks such as');
});

/**
 * Returns a resolver that answers each lookup of a name with the next list of addresses, and repeats the last list.
 * `asked` contains the names.
 */
function createResolver(...answers: string[][]) {
  const asked: string[] = [];
  const fake = ((name: string, _options: object, callback: (error: Error | null, found: object[]) => void) => {
    asked.push(name);
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? [];
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as typeof lookup;
  return { asked, lookup: fake };
}

const servers: Server[] = [];
async function listen(host: string, port = 0): Promise<{ server: Server; port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.host ?? '');
    response.writeHead(200, { connection: 'close' }).end('{}');
  });
  server.listen(port, host);
  await once(server, 'listening');
  servers.push(server);
  return { server, port: (server.address() as AddressInfo).port, seen };
}
test.after(() => {
  for (const server of servers) server.close();
});

test('DNS rebinding: connects to the address that was checked, and checks each connection again', async () => {
  const good = await listen('127.0.0.1');
  const inside = await listen('127.0.0.2', good.port);
  const { asked, lookup: look } = createResolver(['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '127.0.0.2'], []);
  const reach = createNetworkRestriction({ networks: ['127.0.0.1'], lookup: look });
  const ask = () =>
    sendOutgoingRequest(`http://rebinds.example:${good.port}/`, { reach, signal: AbortSignal.timeout(5_000) });
  assert.is((await ask()).status, 200);
  assert.equal([good.seen, asked.length], [[`rebinds.example:${good.port}`], 1]);
  for (const why of ['is in a private network', 'is in a private network', 'has no address']) {
    const failed = (await ask().catch((error: Error) => error)) as Error;
    assert.is((failed.cause as Error | undefined)?.message, why);
  }
  assert.equal([good.seen.length, inside.seen], [1, []]);
});

test('a name of this machine resolves to this machine', async () => {
  const { seen, port } = await listen('127.0.0.1');
  const reach = createNetworkRestriction({ networks: [] });
  const failed = (await sendOutgoingRequest(`http://localhost:${port}/`, {
    reach,
    signal: AbortSignal.timeout(5_000),
  }).catch((error: Error) => error)) as Error;
  assert.is((failed.cause as Error | undefined)?.message, 'is in a private network');
  assert.equal(seen, []);
  const why = (url: string) => checkHostAllowed(reach, new URL(url)).then(String, (error: Error) => error.message);
  assert.is(await why('https://localhost/'), 'is in a private network');
  assert.is(await why('https://127.0.0.1/'), 'is in a private network');
  const lost = createNetworkRestriction({
    networks: [],
    lookup: ((_name: string, _options: object, callback: (error: Error) => void) =>
      callback(new Error('ENOTFOUND'))) as typeof lookup,
  });
  const unknown = await checkHostAllowed(lost, new URL('https://nobody.invalid/')).catch((error: Error) => error);
  assert.equal([(unknown as Error).name, (unknown as Error).message], ['ForbiddenAddressError', 'cannot be found']);
});

test.run();
