// libpq connection URLs: the effect of each parameter, rejected parameters, and secrets that are never shown.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  DatabaseUrlError,
  databasesPgOptions,
  parseDatabaseUrl,
  postgresOptions,
  targetPerHost,
} from '../../../core/database/url.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-url-'));
const home = { HOME: folder, USER: 'os_user' };
const parse = (text: string, env: Record<string, string> = {}) => parseDatabaseUrl(text, { ...home, ...env });
const pick = (text: string, env: Record<string, string> = {}) => {
  const { hosts, ports, database, user, password } = parse(text, env);
  return { hosts, ports, database, user, password };
};

test('user, password, host, port and database', () => {
  const plain = { hosts: ['h'], ports: [5432], database: 'd', user: 'u', password: 'p' };
  assert.equal(pick('postgres://u:p@h/d'), plain);
  assert.equal(pick('postgresql://u:p@h:5433/d'), { ...plain, ports: [5433] });
  assert.equal(pick('postgres://u%40x:p%2F%3A%25@h/d%20e'), {
    ...plain,
    user: 'u@x',
    password: 'p/:%',
    database: 'd e',
  });
  assert.equal(pick('postgres://h'), {
    hosts: ['h'],
    ports: [5432],
    database: 'os_user',
    user: 'os_user',
    password: '',
  });
  assert.equal(pick('postgres://?host=h&dbname=d&user=u&password=p'), plain);
  assert.equal(pick('postgres://u:p@other/x?host=h&dbname=d'), plain);
  assert.equal(pick('postgres://'), {
    hosts: ['localhost'],
    ports: [5432],
    database: 'os_user',
    user: 'os_user',
    password: '',
  });
  assert.equal(pick('postgres://u@[::1]:6000/d').hosts, ['::1']);
  assert.equal(pick('postgres://u:a:b@h/d').password, 'a:b');
});

test('several hosts, with one port or as many', () => {
  assert.equal(pick('postgres://u@a,b:6000,[fd00::1]/d').ports, [5432, 6000, 5432]);
  assert.equal(pick('postgres://u@a,b,[fd00::1]/d').hosts, ['a', 'b', 'fd00::1']);
  assert.equal(pick('postgres://u@/d?host=a,b&port=6000').ports, [6000, 6000]);
  assert.throws(() => parse('postgres://u@/d?host=a,b,c&port=1,2'), /3 hosts but 2 ports/);
  const target = parse('postgres://u@a,b:6000/d?target_session_attrs=read-write&load_balance_hosts=disable');
  assert.equal(
    targetPerHost(target).map((one) => [one.hosts, one.ports]),
    [
      [['a'], [5432]],
      [['b'], [6000]],
    ],
  );
  // The socket checks the server. The driver's "read-write" would accept a hot standby.
  assert.is(postgresOptions(target, { application_name: 'x' }).target_session_attrs, undefined);
  assert.equal(databasesPgOptions(target, { application_name: 'x' }).host, ['a', 'b']);
});

test('a Unix socket', () => {
  const target = parse('postgres:///d?host=/var/run/postgresql&port=5433&user=u&sslmode=require');
  assert.is(postgresOptions(target, { application_name: 'x' }).host, '/var/run/postgresql');
  assert.equal(pick('postgres://u@%2Fvar%2Frun/d').hosts, ['/var/run']);
  assert.throws(() => parse('postgres://u@/d?host=/var/run,b'), /Unix socket/);
});

test('the environment supplies what the URL omits, as in libpq, and no more', () => {
  const env = {
    PGHOST: 'e',
    PGPORT: '7000',
    PGUSER: 'eu',
    PGPASSWORD: 'ep',
    PGDATABASE: 'ed',
    PGAPPNAME: 'ea',
    PGOPTIONS: '-c a=b',
    PGCONNECT_TIMEOUT: '7',
    PGSSLMODE: 'disable',
  };
  assert.equal(pick('postgres://', env), { hosts: ['e'], ports: [7000], database: 'ed', user: 'eu', password: 'ep' });
  assert.equal(pick('postgres://u:p@h:1/d', env), {
    hosts: ['h'],
    ports: [1],
    database: 'd',
    user: 'u',
    password: 'p',
  });
  const target = parse('postgres://h', env);
  assert.equal(
    [target.application_name, target.options, target.connect_timeout, target.tls.mode],
    ['ea', '-c a=b', 7, 'disable'],
  );
});

test('options passed to the drivers', () => {
  const target = parse('postgres://u:p@h/d?connect_timeout=9&options=-c%20geqo%3Doff&sslmode=disable');
  const options = postgresOptions(target, {
    application_name: 'postern',
    role: 'auth_gateway',
    session: { statement_timeout: '4s' },
    max: 3,
    prepare: false,
  });
  assert.equal(options.connection, {
    application_name: 'postern',
    options: '-c geqo=off',
    role: 'auth_gateway',
    statement_timeout: '4s',
  });
  assert.equal([options.max, options.prepare], [3, false]);
  assert.is((options as { max_pipeline?: number }).max_pipeline, 0);
  const named = parse('postgres://h/d?application_name=mine');
  assert.is(postgresOptions(named, { application_name: 'x' }).connection?.application_name, 'mine');
  const other = databasesPgOptions(named, { application_name: 'x' });
  assert.equal([other.applicationName, other.connectionString, other.ssl], ['mine', '', 'prefer']);
});

test('the error for an unencoded / or ? in a password quotes nothing of it', () => {
  for (const url of ['postgres://u:1?hunter2@h/d', 'postgres://u:1?hunter=2@h/d', 'postgres://u:hunter/2@h/d'])
    assert.throws(
      () => parse(url),
      (error: Error) => /write \/ as %2F/.test(error.message) && !/hunter/.test(error.message),
      url,
    );
  assert.is(parse('postgres://h/d?user=ada@server').user, 'ada@server');
});

test('an unknown parameter is an error that names it', () => {
  assert.throws(() => parse('postgres://h/d?sslmod=require'), /unknown parameter "sslmod"/);
  assert.throws(() => parse('postgres://h/d?pgbouncer=true'), /SVC_DB_PREPARE/);
  assert.throws(() => parse('postgres://h/d?schema=x'), /SVC_DB_NAMESPACE/);
  assert.throws(() => parse('postgres://h/d?toString=x'), /unknown parameter "toString"/);
  assert.throws(() => parse('postgres://h/d?sslmode'), /no "="/);
  assert.throws(() => parse('postgres://h/d?sslcrl=x'), /unknown parameter "sslcrl"/);
  assert.throws(() => parse('postgres://h/d?channel_binding=require'), /not supported/);
  assert.not.throws(() => parse('postgres://h/d?client_encoding=UTF8&gssencmode=disable&keepalives=1'));
});

test('malformed URLs are errors without the password', () => {
  const bad = [
    'mysql://u:hunter2@h/d',
    'u:hunter2@h',
    'postgres:u:hunter2@h/d',
    'postgres://u:hunter2%@h/d',
    'postgres://u:hunter2@h:x/d',
    'postgres://u:hunter2@h:0/d',
    'postgres://u:hunter2@h:70000/d',
    'postgres://u:hunter2@[::1/d',
    'postgres://u:hunter2@a,,b/d',
    'postgres://u:hunter2@h/d?connect_timeout=soon',
    'postgres://u:hunter2@h/d?target_session_attrs=x',
    'postgres://u:hunter2@h/d?sslmode=on',
    'postgres://u:hunter2%00@h/d',
    'postgres://u:hunter2@h/d?load_balance_hosts=x',
  ];
  for (const text of bad) {
    try {
      parse(text);
      assert.unreachable(text);
    } catch (error) {
      assert.instance(error, DatabaseUrlError, text);
      assert.not.match(String(error), 'hunter2');
    }
  }
});

test('sslmode', () => {
  const root = join(folder, 'ca.pem');
  writeFileSync(root, 'CA');
  assert.is(parse('postgres://h/d').tls.mode, 'prefer');
  assert.is(parse('postgres://h/d?sslmode=allow').tls.mode, 'prefer');
  assert.equal(parse('postgres://h/d?sslmode=require').tls, { mode: 'tls', options: { rejectUnauthorized: false } });
  assert.equal(parse('postgres://h/d?ssl=true').tls, { mode: 'tls', options: { rejectUnauthorized: false } });
  const required = parse(`postgres://h/d?sslmode=require&sslrootcert=${root}`).tls;
  assert.ok(
    required.mode === 'tls' && required.options.rejectUnauthorized === true,
    'require with a root certificate verifies',
  );
  const full = parse(`postgres://h/d?sslmode=verify-full&sslrootcert=${root}&ssl_min_protocol_version=TLSv1.3`).tls;
  assert.ok(full.mode === 'tls' && full.options.ca === 'CA' && full.options.minVersion === 'TLSv1.3');
  assert.throws(() => parse('postgres://h/d?sslmode=verify-full'), /needs a root certificate/);
  assert.throws(() => parse('postgres://h/d?sslmode=verify-full&sslrootcert=/nowhere'), /"\/nowhere" does not exist/);
  assert.throws(
    () => parse('postgres://h/d?sslmode=require&sslcert=/nowhere'),
    /sslcert "\/nowhere" cannot be read: ENOENT/,
  );
  assert.throws(() => parse('postgres://h/d?sslmode=require&sslkey=/nowhere'), /without sslcert/);
  assert.throws(() => parse('postgres://h/d?sslmode=require&sslrootcert=system'), /verify-full/);
  const system = parse('postgres://h/d?sslrootcert=system').tls;
  assert.ok(system.mode === 'tls' && system.options.rejectUnauthorized === true);
  assert.throws(() => parse(`postgres://h/d?sslmode=prefer&sslcert=${root}&sslkey=${root}`), /need sslmode/);
});

test('the password file', () => {
  const file = join(folder, 'pass');
  writeFileSync(
    file,
    '# comment\nh\\:x:*:*:*:no\nother:5432:d:u:other\nh:5432:d:*:a\\:b\\\\c:d\n*:*:*:u:any\nlocalhost:*:*:v:sock\n',
    { mode: 0o600 },
  );
  const password = (text: string, env: Record<string, string> = {}) => pick(text, env).password;
  assert.is(password(`postgres://w@h/d?passfile=${file}`), 'a:b\\c:d');
  assert.is(password('postgres://u@else/d', { PGPASSFILE: file }), 'any');
  assert.is(password(`postgres://u:url@h/d?passfile=${file}`), 'url');
  assert.is(password(`postgres://w@none/d?passfile=${file}`), '');
  assert.is(password(`postgres://v@/d?host=/tmp&passfile=${file}`), 'sock');
  writeFileSync(join(folder, '.pgpass'), 'h:*:*:*:home\n', { mode: 0o600 });
  assert.is(password('postgres://u@h/d'), 'home');
  const open = join(folder, 'open');
  writeFileSync(open, 'h:*:*:*:open\n', { mode: 0o644 });
  const target = parse(`postgres://u@h/d?passfile=${open}`);
  assert.is(target.password, '');
  assert.match(target.warnings.join(), /group or world access/);
});

test.after(() => rmSync(folder, { recursive: true }));

test.run();
