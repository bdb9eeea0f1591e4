// runner: when=cli,dev,install

// postern user and postern session: input, terminal prompts, output, exit codes, and the effect on sign-ins.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { runInside } from '../support/processes/inside.ts';
import { type Stack, startStack } from '../support/processes/stack.ts';
import { environmentFor, HAS_TERMINAL, runInTerminal, runJson, runWithInput } from './admin.ts';

let stack: Stack;
let env: Record<string, string>;
test.before(async () => {
  stack = await startStack({ worker: false });
  env = environmentFor(stack.db);
});
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const run = (...args: string[]) => runInside(args, { env });
const signIn = (email: string, password = PASSWORD) => stack.post('/token?grant_type=password', { email, password });
let count = 0;
const newEmail = (): string => `cli${++count}@example.com`;

async function newUser(email = newEmail()): Promise<{ id: string; email: string }> {
  const made = await runWithInput(['user', 'create', '--email', email, '--confirm', '--password-stdin'], env, PASSWORD);
  assert.is(made.code, 0, made.stderr);
  return { id: /user ([0-9a-f-]{36}) \(/.exec(made.stdout)?.[1] ?? '', email };
}

test('create: the password comes from standard input, the user signs in with it, the audit log names the actor', async () => {
  const email = newEmail();
  const args = ['user', 'create', '--email', email.toUpperCase(), '--confirm', '--password-stdin', '--json'];
  const made = await runWithInput([...args, '--user-metadata', '{"name":"Ada"}'], env, `${PASSWORD}\n`);
  assert.is(made.code, 0, made.stderr);
  const user = JSON.parse(made.stdout) as Record<string, unknown>;
  assert.is(user.email, email);
  assert.is(user.role, 'authenticated');
  assert.is((user.user_metadata as Record<string, unknown>).name, 'Ada');
  assert.is((await signIn(email)).status, 200);
  const [entry] = await stack.db.sql`select actor_username, actions, user_agent from auth.audit_log
    where traits ->> 'user_id' = ${String(user.id)} and actions = '{user_signedup}'`;
  assert.is(entry?.actor_username, 'service_role');
  assert.match(String(entry?.user_agent), /^postern\/\S+ command line, /);
});

test('create: the password comes from the environment, and from nowhere else', async () => {
  const email = newEmail();
  const made = await runInside(['user', 'create', '--email', email, '--confirm'], {
    env: { ...env, POSTERN_USER_PASSWORD: PASSWORD },
  });
  assert.is(made.code, 0, made.stderr);
  assert.is((await signIn(email)).status, 200);
  const argument = await run('user', 'create', '--email', newEmail(), '--password', PASSWORD);
  assert.is(argument.code, 2);
});

test('create: a hash of another server, an id, a phone, metadata; no sign-in without a confirmed address', async () => {
  const id = '0191a4f0-0000-7000-8000-000000000001';
  const hash = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
  const args = [
    'user',
    'create',
    '--id',
    id,
    '--phone',
    '+4915112345678',
    '--email',
    newEmail(),
    '--password-hash-stdin',
  ];
  const made = await runWithInput([...args, '--app-metadata', '{"plan":"pro"}', '--json'], env, hash);
  assert.is(made.code, 0, made.stderr);
  const user = JSON.parse(made.stdout) as { id: string; email: string; phone: string; app_metadata: { plan: string } };
  assert.equal([user.id, user.phone, user.app_metadata.plan], [id, '4915112345678', 'pro']);
  assert.is((await signIn(user.email, 'U*U')).body.error_code, 'email_not_confirmed');
  assert.is((await run('user', 'update', '+49 151 12345678', '--confirm')).code, 0);
  assert.is((await signIn(user.email, 'U*U')).status, 200);
});

test('refusals: exit code 1, the message on standard error, JSON with --json', async () => {
  const { email } = await newUser();
  const twice = await run('user', 'create', '--email', email);
  assert.equal([twice.code, twice.stdout], [1, '']);
  assert.match(twice.stderr, /^A user with this email address has already been registered \(email_exists\)\n$/);
  const unknown = await runJson(['user', 'get', 'nobody@example.com'], env, 1);
  assert.is((unknown.error as { code: string }).code, 'user_not_found');
  for (const who of ['0191a4f0-0000-7000-8000-00000000dead', 'nobody@example.com', '+1 555'])
    assert.is((await run('user', 'ban', who)).code, 1, who);
});

for (const args of [
  ['user'],
  ['user', 'nonsense'],
  ['user', 'get'],
  ['user', 'get', 'a', 'b'],
  ['user', 'update', 'a@example.com'],
  ['user', 'create', '--email', 'a@example.com', '--user-metadata', '[1]'],
  ['user', 'create', '--email', 'a@example.com', '--password-stdin', '--password-hash-stdin'],
  ['session', 'revoke', 'a@example.com'],
  ['session', 'revoke', 'a@example.com', 'id', '--all'],
  ['session', 'revoke-everybody', '--opened-before', '2026-11-22'],
  ['session', 'revoke-everybody', '--opened-before', '2026-13-22T10:00:00Z'],
]) {
  test(`wrong usage, exit code 2: postern ${args.join(' ')}`, async () => {
    const ended = await run(...args);
    assert.is(ended.code, 2, ended.stderr);
    assert.is(ended.stdout, '');
  });
}

test('list: pages and filter; text for people, JSON for programs', async () => {
  await newUser('zoe.one@example.com');
  await newUser('zoe.two@example.com');
  const page = (await runJson(['user', 'list', '--filter', 'zoe.', '--per-page', '1', '--oldest'], env)) as {
    users: { email: string }[];
    total: number;
  };
  assert.equal([page.users.map((user) => user.email), page.total], [['zoe.one@example.com'], 2]);
  const text = await run('user', 'list', '--filter', 'zoe.');
  assert.match(text.stdout, /^ID +EMAIL +PHONE +ROLE +STATE +CREATED +LAST SIGN-IN\n/);
  assert.is(text.stdout.trim().split('\n').length, 3);
  assert.match(text.stderr, '2 of 2 users, page 1');
});

test('get and update: by id, e-mail address and phone; a new password ends the sessions', async () => {
  const { id, email } = await newUser();
  const signed_in = await signIn(email);
  const next = newEmail();
  const changed = await runWithInput(
    ['user', 'update', id, '--email', next, '--password-stdin'],
    env,
    'another password 1',
  );
  assert.is(changed.code, 0, changed.stderr);
  assert.is((await signIn(next, 'another password 1')).status, 200);
  const refreshed = await stack.post('/token?grant_type=refresh_token', {
    refresh_token: signed_in.body.refresh_token,
  });
  assert.is(refreshed.status, 400);
  const weak = await runWithInput(['user', 'update', id, '--password-stdin'], env, 'abc');
  assert.is(weak.code, 1);
  assert.match(weak.stderr, 'weak_password');
  assert.match((await run('user', 'get', next)).stdout, new RegExp(`^id +${id}\n`));
});

test('ban and unban take effect at once', async () => {
  const { email } = await newUser();
  const banned = await runJson(['user', 'ban', email, '--for', '24h'], env);
  const hours = (Date.parse(String(banned.banned_until)) - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours < 24.1, String(hours));
  assert.is((await signIn(email)).body.error_code, 'user_banned');
  assert.is((await run('user', 'ban', email, '--for', 'soon')).code, 2);
  assert.is((await run('user', 'unban', email)).code, 0);
  assert.is((await signIn(email)).status, 200);
  const for_ever = await runJson(['user', 'ban', email], env);
  assert.ok(Date.parse(String(for_ever.banned_until)) > Date.now() + 90 * 365 * 86_400_000);
});

test('delete: refused if it cannot ask, done with --yes; soft keeps the id', async () => {
  const { id, email } = await newUser();
  const refused = await run('user', 'delete', email);
  assert.is(refused.code, 1);
  assert.match(refused.stderr, 'add --yes');
  assert.equal(await runJson(['user', 'delete', email, '--soft', '--yes'], env), { deleted: id, soft: true });
  assert.ok((await runJson(['user', 'get', id], env)).deleted_at);
  assert.is((await run('user', 'delete', id, '--yes')).code, 0);
  assert.is((await run('user', 'get', id)).code, 1);
});

test('session list and revoke: one, then all; the refresh token is invalid at once', async () => {
  const { email } = await newUser();
  const first = await signIn(email);
  const second = await signIn(email);
  const { sessions } = (await runJson(['session', 'list', email], env)) as {
    sessions: { id: string; revoked_at: null }[];
  };
  assert.equal(
    sessions.map((session) => session.revoked_at),
    [null, null],
  );
  const newest = sessions[0]?.id ?? '';
  assert.equal((await runJson(['session', 'revoke', email, newest, '--yes'], env)).revoked, [newest]);
  const refresh = (reply: typeof first) =>
    stack.post('/token?grant_type=refresh_token', { refresh_token: reply.body.refresh_token });
  assert.is((await refresh(second)).status, 400);
  assert.is((await refresh(first)).status, 200);
  const again = await run('session', 'revoke', email, newest, '--yes');
  assert.is(again.code, 1);
  assert.match(again.stderr, 'has no live session');
  assert.is((await run('session', 'revoke', email, '--all')).code, 1, 'fails without a terminal to confirm at');
  assert.is((await run('session', 'revoke', email, '--all', '--yes')).code, 0);
  assert.is((await refresh(first)).status, 400);
  assert.match((await run('session', 'list', email)).stdout, 'revoked: admin');
});

test('a single DATABASE_URL switches to the admin role', async () => {
  const ended = await runInside(['user', 'list'], {
    env: { DATABASE_URL: stack.db.superuser_url, SVC_JWT_AUD: 'authenticated' },
  });
  assert.is(ended.code, 0, ended.stderr);
});

test('no database: an error, exit code 1', async () => {
  const nowhere = await runInside(['user', 'list'], { env: { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' } });
  assert.equal([nowhere.code, nowhere.stdout], [1, '']);
  assert.match(nowhere.stderr, /cannot be reached/);
  const none = await runInside(['user', 'list'], { env: { SVC_DATA_DIR: 'no-such-folder' } });
  assert.is(none.code, 1);
  assert.match(none.stderr, 'Set DATABASE_URL, or start the embedded database');
  const role = await runInside(['user', 'list'], { env: { ...env, DATABASE_URL_ADMIN: stack.db.url('gateway') } });
  assert.is(role.code, 1);
  assert.match(role.stderr, 'which should be auth_admin');
  // A pooler does not allow a session to start with another role.
  const single = { SVC_JWT_AUD: 'authenticated', DATABASE_URL: stack.db.direct_url('gateway') };
  const powerless = await runInside(['user', 'list'], { env: single });
  assert.is(powerless.code, 1);
  assert.is(
    powerless.stderr.trim(),
    "The login of DATABASE_URL may not act as auth_admin. Give DATABASE_URL_ADMIN the URL of auth_admin's own login, or let a superuser grant auth_admin to this one.",
  );
});

if (!HAS_TERMINAL) cannotRun('the commands in a terminal', 'no /usr/bin/script');
else {
  test('in a terminal: no and Ctrl-C abort, yes continues', async () => {
    const { id, email } = await newUser();
    for (const type of ['n\r', '\r', '\u0003']) {
      const kept = await runInTerminal(['user', 'delete', email], env, [{ after: /\[y\/N\]/, type }]);
      assert.is(kept.code, 1, kept.shown);
      assert.match(kept.shown, 'Nothing was changed.');
    }
    assert.is((await run('user', 'get', id)).code, 0);
    const gone = await runInTerminal(['user', 'delete', email], env, [{ after: /\[y\/N\]/, type: 'y\r' }]);
    assert.is(gone.code, 0, gone.shown);
    assert.is((await run('user', 'get', id)).code, 1);
  });

  test('in a terminal: asks for a password and never shows it', async () => {
    const email = newEmail();
    const args = ['user', 'create', '--email', email, '--confirm', '--password-stdin'];
    const made = await runInTerminal(args, env, [{ after: /Password: /, type: `${PASSWORD}\r` }]);
    assert.is(made.code, 0, made.shown);
    assert.not.match(made.shown, 'horse');
    assert.is((await signIn(email)).status, 200);
  });

  test('in a terminal: a table fits its width, and data sent by a client cannot control it', async () => {
    const { email } = await newUser();
    await stack.post(
      '/token?grant_type=password',
      { email, password: PASSWORD },
      { 'user-agent': `evil ${'x'.repeat(200)}` },
    );
    await stack.db.sql`update auth.sessions set user_agent = e'\\x1b]0;owned\\x07' || user_agent
      where user_id = (select id from auth.users where email = ${email})`;
    const shown = await runInTerminal(['session', 'list', email], env, [], 90);
    assert.is(shown.code, 0, shown.shown);
    assert.not.match(shown.shown, '\u001b]0;');
    for (const line of shown.shown.trim().split(/\r?\n/)) assert.ok(line.length <= 90, line);
    assert.match(shown.shown, '…');
  });
}

test('session revoke-everybody: asks first; by role and time, then all; no session can be refreshed afterwards', async () => {
  const people = [await newUser(), await newUser()];
  const replies = await Promise.all(people.map(({ email }) => signIn(email)));
  const refused = await run('session', 'revoke-everybody');
  assert.equal(
    [refused.code, /Revoke all sessions of all users\? Standard input is not a terminal/.test(refused.stderr)],
    [1, true],
  );
  const nobody = ['--role', 'editor', '--opened-before', '2020-01-01T00:00:00+02:00', '--yes'];
  assert.equal(await runJson(['session', 'revoke-everybody', ...nobody], env), { users: 0, sessions: 0 });
  const all = await run('session', 'revoke-everybody', '--yes');
  assert.is(all.code, 0, all.stderr);
  assert.match(all.stdout, /^revoked \d+ session\(s\) of \d+ user\(s\); access tokens stay valid until they expire\n$/);
  for (const { body } of replies)
    assert.is((await stack.post('/token?grant_type=refresh_token', { refresh_token: body.refresh_token })).status, 400);
  assert.is((await signIn(people[0]?.email ?? '')).status, 200, 'who knows the password signs in again');
});

test.run();
