// runner: when=cli,dev,install

// `postern start`, `serve` and `worker` on an existing server: several at once, as superuser and as another role.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connect, createMigrationDatabase, type MigrationDatabase, withUser } from '../install/migration_database.ts';
import { messageTo, postJson, runCli, runToEnd } from '../support/processes/process.ts';

const test = suite('start on a database');

function startSettings(at: MigrationDatabase, more: Record<string, string> = {}): Record<string, string> {
  return {
    DATABASE_URL: at.url,
    PORT: '0',
    SVC_DB_NAMESPACE: at.prefix,
    SVC_SITE_URL: 'http://localhost:3000',
    SVC_API_EXTERNAL_URL: 'http://localhost:8081',
    SVC_JWT_SECRET: 'a-secret-of-more-than-thirty-two-bytes',
    SVC_MAILER_AUTOCONFIRM: 'true',
    ...more,
  };
}

async function withTestDatabase(superuser: boolean, work: (at: MigrationDatabase) => Promise<void>): Promise<void> {
  const at = await createMigrationDatabase({ superuser });
  try {
    await work(at);
  } finally {
    await at.drop();
  }
}

for (const { superuser, who, rounds } of [
  // `rounds`: the number of instances that start at once, by round. In a second round, nothing is left to migrate.
  { superuser: true, who: 'the superuser', rounds: [3, 2] },
  { superuser: false, who: 'login createdb createrole', rounds: [2] },
]) {
  test(`instances start at once on an empty database, and again, and serve (${who}: ${rounds})`, () =>
    withTestDatabase(superuser, async (at) => {
      for (const [round, count] of rounds.entries()) {
        const all = Array.from({ length: count }, () => runCli(['start'], { env: startSettings(at) }));
        const urls = await Promise.all(all.map((one) => one.until(/serves (http:\S+)\./)));
        const answers = await Promise.all(
          urls.map(([, url], index) =>
            postJson(`${url}/signup`, { email: `u${round}-${index}@example.com`, password: 'correct-horse-9' }),
          ),
        );
        assert.equal(
          answers.map(({ status }) => status),
          all.map(() => 200),
        );
        assert.equal(
          await Promise.all(all.map((one) => one.stop('SIGTERM'))),
          all.map(() => 0),
        );
      }
    }));
}

test('required settings: names everything missing or malformed at once, and starts nothing', async () => {
  const env = {
    DATABASE_URL: 'postgres://u@127.0.0.1:1/x',
    SVC_MAILER_AUTOCONFIRM: 'perhaps',
    SVC_SITE_URL: 'nowhere',
  };
  const { code, stderr, stdout } = await runToEnd([], { env });
  assert.is(code, 1);
  assert.is(stdout, '');
  for (const name of ['SVC_API_EXTERNAL_URL', 'SVC_JWT_SECRET']) assert.match(stderr, `${name}: is required`);
  assert.match(stderr, 'SVC_MAILER_AUTOCONFIRM: must be true or false');
  assert.match(stderr, 'SVC_SITE_URL: must be an absolute URL');
});

test('a wrong password: an error without the password', () =>
  withTestDatabase(true, async (at) => {
    const wrong = withUser(at.url, 'nobody_here', 's3cr3t-word');
    const { code, stderr } = await runToEnd(['start'], { env: startSettings(at, { DATABASE_URL: wrong }) });
    assert.is(code, 1);
    assert.match(stderr, /database cannot be reached/);
    assert.not.match(stderr, /s3cr3t|\n +at /);
  }));

test('SVC_INBOX shows mails and SMS on a port of its own instead of sending them, and is refused together with a mail server', () =>
  withTestDatabase(true, async (at) => {
    const inbox = { SVC_INBOX: 'true', SVC_INBOX_PORT: '0', SVC_EXTERNAL_PHONE_ENABLED: 'true' };
    const start = runCli(['start'], { env: startSettings(at, inbox) });
    const [, url] = await start.until(/serves (http:\S+)\./);
    // SVC_SMS_PROVIDER and SVC_SMTP_HOST are not set, so messages go to the inbox.
    assert.is((await postJson(`${url}/otp`, { phone: '+15550100123' })).status, 200);
    assert.match((await messageTo(start, '+15550100123')).code, /^\d{6}$/);
    const [, port = ''] = await start.until(/Inbox +http:\/\/localhost:(\d+)/);
    const second = await runToEnd(['worker'], { env: startSettings(at, { ...inbox, SVC_INBOX_PORT: port }) });
    assert.is(second.code, 1);
    assert.match(
      second.stderr,
      `SVC_INBOX_HOST or SVC_INBOX_PORT: cannot listen on 127.0.0.1,::1, port ${port} (EADDRINUSE)`,
    );
    assert.is(await start.stop(), 0);
    const sends = await runToEnd(['start'], {
      env: startSettings(at, { ...inbox, SVC_SMTP_HOST: 'mail.example.com' }),
    });
    assert.is(sends.code, 1);
    assert.match(sends.stderr, 'SVC_INBOX: shows messages instead of sending them; unset it, or SVC_SMTP_HOST');
  }));

test('serve and worker log that they wait for the schema, never create it, and start once migrate has run', () =>
  withTestDatabase(true, async (at) => {
    const env = startSettings(at);
    const waiting = [runCli(['serve'], { env }), runCli(['worker'], { env })];
    for (const [index, role] of ['gateway', 'worker'].entries())
      await waiting[index]?.until(
        new RegExp(
          `Waiting for the database: role .${at.prefix}_${role}.* does not exist.*npx postern migrate.* creates it \\(`,
        ),
      );
    const [before] =
      await at.sql`select count(*)::int as schemas from pg_namespace where starts_with(nspname, ${at.prefix})`;
    assert.is(before?.schemas, 0);
    const migrated = await runToEnd(['migrate'], { env });
    assert.is(migrated.code, 0, migrated.stderr);
    await waiting[0]?.until(/serves on port \d+/);
    await waiting[1]?.until(/worker is running/);
    assert.equal(await Promise.all(waiting.map((one) => one.stop('SIGTERM'))), [0, 0]);
  }));

test('a missing login role: serve prints the commands that create it; a signal while it waits ends it with exit code 0', () =>
  withTestDatabase(true, async (at) => {
    const login = `${at.prefix}_gateway`;
    const env = startSettings(at, { DATABASE_URL_GATEWAY: withUser(at.url, login, 's3cr3t-word') });
    const waiting = runCli(['serve'], { env });
    const [line] = await waiting.until(/.*Waiting for the database: .*/);
    for (const part of [
      login,
      'npx postern migrate',
      'npx postern import gotrue --apply',
      `alter role ${login} login password '…'`,
    ])
      assert.match(line, part);
    assert.not.match(line, 's3cr3t');
    assert.is(await waiting.stop('SIGTERM'), 0);
  }));

test('a newer database: served unchanged if its minimum is met, otherwise an error; nothing is changed', () =>
  withTestDatabase(true, async (at) => {
    const env = startSettings(at);
    await at.migrate();
    const sql = connect(at.superuser_url);
    await sql.unsafe(`update ${at.prefix}.release set version = '99.0.0', min_gateway = '99.0.0', digest = 'newer'`);
    const row = () => sql.unsafe(`select version, digest, min_gateway, applied_at, xmin from ${at.prefix}.release`);
    const before = JSON.stringify(await row());
    for (const command of ['serve', 'start']) {
      const { code, stderr } = await runToEnd([command], { env });
      assert.is(code, 1, command);
      assert.match(stderr, '99.0.0');
      assert.not.match(stderr, /\n +at /);
    }
    assert.is(JSON.stringify(await row()), before);

    // The database is newer but compatible. A rolling update must be able to restart an old instance on it.
    await sql.unsafe(`update ${at.prefix}.release set min_gateway = '0.1.0'`);
    const served = JSON.stringify(await row());
    for (const command of ['serve', 'start']) {
      const running = runCli([command], { env });
      await running.until(/serves (on port|http)/);
      assert.is(await running.stop('SIGTERM'), 0);
    }
    assert.is(JSON.stringify(await row()), served);
    await sql.end();
  }));

test.run();
