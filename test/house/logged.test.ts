// The last step of a run searches all log lines for secrets. These tests show that the search finds them.
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { JWT_SECRET, PEPPER } from '../support/processes/keys.ts';
import {
  findLeaks,
  keepLogFiles,
  keepLogLines,
  keepLogLinesOf,
  LOGGED_VARIABLE,
  searchLogs,
} from '../support/processes/log_lines.ts';
import { recordSecret, recordSecretsOfBody, recordSecretsOfUrl } from '../support/processes/sent_secrets.ts';

const line = (more: object): string => JSON.stringify({ level: 'info', time: '2026-01-01T00:00:00.000Z', ...more });

test('finds each kind of secret and does not repeat it in the report', () => {
  const planted = {
    'a JSON web token': { x: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc' },
    'a password of a test': { error: 'no correct horse battery here' },
    'a hash of a password': { x: '$2a$10$abc' },
    'the token of a link': { x: 'a1'.repeat(28) },
    'a refresh token': { x: `no such token: AQ${'a-'.repeat(39)}` },
    'a long token': { x: `Aa1${'b2C3'.repeat(10)}` },
    'a query string': { path: '/verify?name=x' },
    'a code in a sentence': { msg: 'your code is 123456' },
    'an Authorization header': { x: 'Authorization: Bearer abcdefgh12' },
    'a cookie': { headers: 'Set-Cookie: a=b' },
    'a member with a secret': { password: 'x' },
    'a code': { code: '123456' },
    'the signing key of the tests': { x: JWT_SECRET },
    'the pepper of the tests': { x: PEPPER },
    'a component twice': { component: 'worker', more: { component: 'audit' } },
    'a password in a URL of the database': { x: 'postgres://auth_gateway:secret@127.0.0.1/db' },
  };
  for (const [what, fields] of Object.entries(planted)) {
    const found = findLeaks(`${line({ msg: 'before' })}\n${line(fields)}`);
    assert.equal(
      found.map((leak) => leak.what),
      [what],
    );
  }
  for (const fields of [
    { msg: 'set-cookie: a=b' },
    { headers: { cookie: 'a=b' } },
    { msg: 'cookie: a=b' },
    { msg: 'Cookies=a' },
  ])
    assert.equal(
      findLeaks(line(fields)).map(({ what }) => what),
      ['a cookie'],
      JSON.stringify(fields),
    );
  for (const msg of ['token 482913 is your code', 'OTP: 482913', 'code "482913"', 'sent code 482913 to somebody'])
    assert.equal(
      findLeaks(line({ msg })).map(({ what }) => what),
      ['a code in a sentence'],
      msg,
    );
  for (const path of ['/x?name=b', '/x?a&filter[name]=b', '/callback?error.x=b', 'https://a.example/?utm_source=b'])
    assert.equal(
      findLeaks(line({ path })).map(({ what }) => what),
      ['a query string'],
      path,
    );
  assert.equal(findLeaks(line({ path: '/verify', error_code: 'bad_jwt', request_id: 'a-b', duration: 12 })), []);
  assert.equal(findLeaks(line({ path: '/verify', error_code: 'bad_jwt', user_id: crypto.randomUUID() })), []);
});

test('ignores values that only resemble a secret', () => {
  const innocent = {
    id: { user_id: crypto.randomUUID(), audit_log_id: crypto.randomUUID() },
    trace: { traceparent: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01` },
    commit: { version: 'a1'.repeat(20) },
    digest: { digest: 'a1'.repeat(32) },
    sqlstate: { cause: { code: '53300' } },
    word: { error_code: 'bad_jwt', code: 'invalid_credentials', message: 'invalid token: token is expired' },
    duration: { duration: 123_456_789, port: 54321, at: '1700000000' },
    question: { msg: 'is this all?', path: '/auth/v1/token' },
    code: { msg: 'the code 42P01 of Postgres, exit code 137, process 123456', pid: 123456 },
    masked_query: { url: 'https://example.com/?token=***' },
    file: { stack: 'at f (/home/Somebody/Projects/postern-2026-11-22/node_modules/some-package/dist/index.js:1:2)' },
    name: { msg: 'the password is too short; bearer tokens are asked for; cookies are not used' },
    url: { url: 'postgres://auth_gateway@127.0.0.1/db', shown: 'postgres://auth_gateway:***@127.0.0.1/db' },
    masked: { path: '/verify/***' },
    page: { error: 'Bad Pagination Parameters: strconv.ParseUint: parsing "correct horse battery": invalid syntax' },
  };
  for (const [what, fields] of Object.entries(innocent)) assert.equal(findLeaks(line(fields)), [], what);
});

test('finds secrets that tests have sent and received, only in the lines of their own process', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'postern-logged-'));
  const before = process.env[LOGGED_VARIABLE];
  process.env[LOGGED_VARIABLE] = kept;
  const secrets = {
    password: 'Tr0ub4dor & "three"',
    code: String(randomInt(100_000, 999_999)),
    link: randomBytes(6).toString('hex'),
    provider: `gho_${randomBytes(9).toString('hex')}`,
  };
  try {
    recordSecretsOfBody(
      JSON.stringify({ email: 'ada@example.com', password: secrets.password, id: crypto.randomUUID() }),
    );
    recordSecretsOfBody(
      JSON.stringify({ user: { data: [{ provider_token: secrets.provider }] }, token: 'refresh_token' }),
    );
    recordSecretsOfBody('{"password": broken');
    recordSecretsOfUrl(`https://app.example.com/#type=signup&access_token=${secrets.link}&expires_in=3600`);
    recordSecret(secrets.code);
    // A value that is also sent under another name is test data, not a secret.
    recordSecretsOfBody(JSON.stringify({ password: "1' or '1'='1", data: { plan: "1' or '1'='1" } }));
    recordSecretsOfUrl('/authorize?provider=anything%20else&token=anything%20else');
    // A text of one repeated character is not recorded as a secret, because it also occurs in longer repetitions.
    recordSecretsOfBody(JSON.stringify({ token: '%'.repeat(30), password: '\ud83d\ude00'.repeat(9) }));
    keepLogLines(`${line({ error: `Invalid query scope: ${'%'.repeat(50)} ${'\ud83d\ude00'.repeat(20)}` })}\n`);
    keepLogLines(`${line({ error: "Provider 1' or '1'='1, or anything else" })}\n`);
    keepLogLines(`${line({ error: `no ${secrets.password}` })}\n`);
    keepLogLines(`${line({ error: `tried ${secrets.code}` })}\n`);
    keepLogLines(`${line({ path: `/x/${secrets.link}/y` })}\n`);
    keepLogLines(`${line({ x: secrets.provider })}\n`);
    keepLogLines(`${line({ duration: Number(secrets.code), x: 'refresh_token', email: 'ada@example.com' })}\n`);
    // The same digits in the log of another process are a coincidence, not a leak.
    writeFileSync(join(kept, '1.log'), `${line({ error: `tried ${secrets.code}` })}\n`);
    const { lines, leaks } = searchLogs(kept);
    assert.is(lines, 8);
    assert.equal(
      leaks.map(({ what }) => what),
      Array.from({ length: 4 }, () => 'a secret that a test has sent or was told'),
    );
    for (const secret of Object.values(secrets)) assert.not(JSON.stringify(leaks).includes(secret));
  } finally {
    if (before === undefined) delete process.env[LOGGED_VARIABLE];
    else process.env[LOGGED_VARIABLE] = before;
    rmSync(kept, { recursive: true });
  }
});

test('searches log files in the folders of tests, but not the databases next to them', () => {
  const kept = mkdtempSync(join(tmpdir(), 'postern-logged-'));
  const folder = mkdtempSync(join(tmpdir(), 'postern-logs-'));
  const before = process.env[LOGGED_VARIABLE];
  process.env[LOGGED_VARIABLE] = kept;
  try {
    mkdirSync(join(folder, 'a', 'data'), { recursive: true });
    for (const path of ['postern.log', 'a/postern.log.1', 'a/data/x.log', 'a/other.txt'])
      writeFileSync(join(folder, path), `${line({ password: path })}\n`);
    keepLogFiles(folder);
    assert.is(searchLogs(kept).leaks.length, 2);
  } finally {
    if (before === undefined) delete process.env[LOGGED_VARIABLE];
    else process.env[LOGGED_VARIABLE] = before;
    for (const path of [kept, folder]) rmSync(path, { recursive: true });
  }
});

test('gathers log lines, also from chunks, but not other output of commands', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-logged-'));
  const before = process.env[LOGGED_VARIABLE];
  process.env[LOGGED_VARIABLE] = folder;
  try {
    const whole = `Postern serves.\n${line({ token: 'x' })}\n`;
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    keepLogLinesOf({ stdout, stderr });
    for (const [stream, chunk] of [
      [stderr, whole.slice(0, 40)],
      // Output of the other stream arrives between the two halves of a line.
      [stdout, 'Mail to nobody'],
      [stderr, whole.slice(40)],
    ] as const)
      stream.write(chunk);
    for (const stream of [stdout, stderr]) {
      stream.end();
      await once(stream, 'close');
    }
    keepLogLines(`${line({ msg: 'y' })}\n`);
    keepLogLines('{"access_token":"eyJhbGciOi.eyJzdWIiOiIx.abc"}\n');
    const { lines, leaks } = searchLogs(folder);
    assert.equal([lines, leaks.map(({ what }) => what)], [2, ['a member with a secret']]);
  } finally {
    if (before === undefined) delete process.env[LOGGED_VARIABLE];
    else process.env[LOGGED_VARIABLE] = before;
    rmSync(folder, { recursive: true });
  }
});

/** Files that call spawn(), fork() or execFile() and need not keep the log lines themselves, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'test/runner/process.ts': 'the test files themselves',
  'test/worker/crash.test.ts': 'child.ts gathers by itself',
  'test/worker/webhooks/crash.test.ts': 'child.ts gathers by itself',
  'test/install/killed.ts': 'a migrate',
  'test/install/concurrency.test.ts': 'a migrate',
  'test/import/guide.test.ts': 'an import',
  'test/import/long/command.ts': 'an import',
  'test/import/measured.ts': 'an import',
  'test/faults/mail_count.test.ts': 'child.ts gathers by itself',
  'test/faults/run.ts': 'npm test, which looks through the lines of each row',
  'test/cli/install.test.ts': 'the installer',
  'test/core/outgoing.test.ts': 'a client',
  'test/core/log_reader.test.ts': 'a program of its own, which logs numbers',
  'test/support/providers/pysaml2.ts': 'an identity provider of Python',
  'test/support/providers/simplesamlphp.ts': 'SimpleSAMLphp',
  'test/support/providers/silent_host.ts': 'a listener that stands still',
  'test/support/processes/compose_stack.ts': 'PgBouncer, nginx, curl; Postern by runCli()',
  'test/support/processes/packed.ts': 'installers; Postern by watched(), which gathers',
  'test/support/database/pooler.ts': 'PgBouncer',
  'test/support/clients/prometheus.ts': 'Prometheus',
  'test/support/providers/keycloak.ts': 'Keycloak',
  'test/house/proxies.test.ts': 'nginx, Caddy; Postern by runCli()',
  'test/house/api_document.test.ts': 'curl',
  'test/flows/oauth/document.test.ts': 'apps of the guides; Postern by runCli()',
};

test('every test that starts a logging process keeps its lines', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(?:matrix|mutations|engine|cli.fixtures)/.test(file))
    .map((file) => `test/${file}`);
  const starting = files.filter((file) => /[^.\w'](?:spawn|fork|execFile)\(/.test(readFileSync(file, 'utf8')));
  const keeping = starting.filter((file) => readFileSync(file, 'utf8').includes('keepLogLinesOf('));
  assert.ok(keeping.length >= 4);
  assert.equal(
    starting.filter((file) => !keeping.includes(file)).sort(),
    Object.keys(OTHERS).sort(),
    'keepLogLinesOf() of test/support/processes/log_lines.ts takes its lines; what logs nothing is named here',
  );
});

test.run();
