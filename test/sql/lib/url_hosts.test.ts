// URLs that clients register and administrators store: their hosts and ports are those that browsers can parse.
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSeed } from '../../security/random.ts';
import { ADMIN, OAUTH_SETTINGS } from '../../support/database/oauth.ts';
import { api, type CallResult, client, openSqlApi } from '../../support/database/sql_api.ts';
import { oauth2Provider, oidcProvider, ADMIN as PROVIDER_ADMIN } from '../api/admin/custom_provider.ts';
import { createArguments } from '../api/sso/saml.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const seed = readSeed();
const RUNS = 5_000;

const hex = fc.stringMatching(/^[0-9a-fA-F]{1,5}$/);
const octet = fc.oneof(fc.nat(300).map(String), fc.constantFrom('00', '01', ''));
const ipv4 = fc.array(octet, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'));
/** Texts that resemble IPv6 addresses. About one in five is valid. */
const ipv6 = fc
  .tuple(
    fc.array(hex, { maxLength: 8 }),
    fc.option(fc.array(hex, { maxLength: 6 })),
    fc.option(fc.oneof({ arbitrary: ipv4, weight: 4 }, fc.constantFrom(':', ' ', '%25', ']', '1', '::'))),
  )
  .map(([before, after, tail]) => {
    const end = after === null ? before : [...before, '', ...after];
    return [
      ...(end[0] === '' ? ['', ...end] : end),
      ...(tail === null ? (after?.length === 0 ? [''] : []) : [tail]),
    ].join(':');
  });

test(`the database and URL agree on what is an IPv6 address (seed ${seed})`, async () => {
  const hosts = [
    ...new Set([
      ...fc.sample(ipv6, { seed, numRuns: RUNS }).filter((host) => !/[\]@/?#\\]/.test(host)),
      ...[
        '',
        ':',
        '::',
        ':::',
        '::::',
        '1::',
        '::1',
        '1:2:3:4:5:6:7::',
        '::2:3:4:5:6:7:8',
        '1::2::3',
        '::ffff:1.2.3.4',
      ],
      ...['1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6::1.2.3.4', '1:2:3:4:5:6:7:1.2.3.4', '1.2.3.4', '::1.2.3', '::G', '::1%1'],
    ]),
  ];
  const rows = await sql<{ host: string; taken: boolean }[]>`
    select h.host, auth_lib.is_ipv6(h.host) as taken from unnest(${hosts}::text[]) as h (host)`;
  for (const { host, taken } of rows) assert.is(taken, URL.canParse(`https://[${host}]/`), host);
  assert.ok(rows.some((row) => row.taken) && rows.some((row) => !row.taken));
});

test(`a redirect URI that is accepted can be parsed (seed ${seed})`, async () => {
  const label = fc.oneof(fc.stringMatching(/^[a-z0-9]{1,3}$/), octet, fc.constantFrom('0x', '0x7f', '127', 'example'));
  const host = fc.oneof(
    ipv6.map((text) => `[${text}]`),
    ipv4,
    fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
  );
  const port = fc.option(fc.oneof(fc.nat(70_000).map(String), fc.constantFrom('', '000443', '123456', 'x', '-1')));
  const uri = fc
    .tuple(
      fc.constantFrom('https', 'com.example.app', 'myapp'),
      host,
      port,
      fc.constantFrom('', '/', '/cb', '?x', '/cb?x=:99999'),
    )
    .map(([scheme, name, at, rest]) => `${scheme}://${name}${at === null ? '' : `:${at}`}${rest}`);
  const uris = fc.sample(uri, { seed, numRuns: RUNS });
  const rows = await sql<{ uri: string; taken: boolean }[]>`
    select u.uri, auth_lib.redirect_uri_fault(u.uri) is null as taken from unnest(${uris}::text[]) as u (uri)`;
  for (const row of rows) assert.ok(!row.taken || URL.canParse(row.uri), row.uri);
  assert.ok(rows.some((row) => row.taken));
});

const UNPARSABLE = ['https://[::::]/x', 'https://id.example.com:65536/x', 'https://id.example.123/x'];
const refusedMessage = ({ refused }: CallResult) => (refused as CallResult | undefined)?.message;

test('no URL of a client, a custom provider or an SSO provider has a host that no browser can parse', async () => {
  const create = (metadata: object) =>
    api(sql, 'create_oauth_client', {
      claims: ADMIN,
      metadata: { redirect_uris: ['https://client.example.com/cb'], ...metadata },
      settings: OAUTH_SETTINGS,
      client,
    });
  const prepare = (provider: object) =>
    sql_api.call('prepare_custom_provider', { ...PROVIDER_ADMIN, provider, secret: 's' });
  const oauth2 = Object.keys(oauth2Provider()).filter((name) => name.endsWith('_url'));
  for (const url of [...UNPARSABLE, 'https://[2001:db8::1]:8443/x']) {
    const expected = UNPARSABLE.includes(url);
    const expectRefused = (answer: CallResult, name: string) =>
      assert.is(refusedMessage(answer) !== undefined, expected, `${name} ${url}: ${refusedMessage(answer)}`);
    for (const name of ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri', 'backchannel_logout_uri', 'jwks_uri'])
      expectRefused(await create({ [name]: url }), name);
    for (const name of ['redirect_uris', 'post_logout_redirect_uris', 'resources'])
      expectRefused(await create({ [name]: [url] }), name);
    for (const name of oauth2) expectRefused(await prepare(oauth2Provider({ [name]: url })), name);
    for (const name of ['issuer', 'discovery_url', 'jwks_uri'])
      expectRefused(await prepare(oidcProvider({ [name]: url })), name);
    const metadata = createArguments({ metadata_xml: '', metadata_url: url });
    expectRefused(await sql_api.call('create_sso_provider', metadata), 'metadata_url');
  }
});

test.run();
