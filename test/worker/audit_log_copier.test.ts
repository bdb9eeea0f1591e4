// Audit entries in the worker's log: one line each, and one more line for a sign-in. No entry is lost or repeated when
// workers start, stop and lose the database.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startAuditLogCopier } from '../../worker/audit_log_copier.ts';
import { bearer, confirmedUser, type Stack, startStack } from '../support/processes/stack.ts';
import { createMemoryLog } from '../support/processes/worker.ts';

let stack: Stack;
test.before(async () => {
  stack = await startStack({ env: { SVC_LOG_AUDIT_EVENTS: 'true' } });
});
test.after(() => stack?.close());

interface AuditLine {
  level: string;
  msg: string;
  component?: string;
  auth_audit_event?: Record<string, unknown>;
  [field: string]: unknown;
}

const linesOf = (text: string): AuditLine[] =>
  text
    .split('\n')
    .filter((line) => line.includes('"component":"audit"'))
    .map((line) => JSON.parse(line) as AuditLine);

/** Polls until the result is defined. */
async function pollUntilFound<T>(look: () => T | undefined, what: string): Promise<T> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const found = look();
    if (found !== undefined) return found;
    await sleep(20);
  }
  throw new Error(what);
}

test('20.1: entries are lines, a sign-in is one more; none contains a token, password or code', async () => {
  const { sql } = stack.db;
  for (let tries = 0; (await sql`select from auth.audit_reader`).length === 0 && tries < 3_000; tries += 1)
    await sleep(20);
  const user = await confirmedUser(stack);
  const headers = { 'user-agent': 'tests/1' };
  const signed_in = await stack.post(
    '/token?grant_type=password',
    { email: user.email, password: user.password },
    headers,
  );
  await stack.post('/token?grant_type=refresh_token', { refresh_token: signed_in.body.refresh_token });
  await stack.post('/logout', {}, bearer(signed_in.body.access_token));
  const actions = (): unknown[] => linesOf(stack.log()).flatMap(({ auth_audit_event: event }) => event?.action ?? []);
  await pollUntilFound(() => (actions().includes('logout') ? true : undefined), 'the sign-out is told');
  assert.equal(actions(), [
    ...['user_confirmation_requested', 'user_signedup', 'login', 'token_refreshed', 'token_revoked', 'logout'],
  ]);
  const [event] = linesOf(stack.log()).filter(({ auth_audit_event: one }) => one?.action === 'login');
  const { audit_log_id, created_at, request_id, ...rest } = event?.auth_audit_event ?? {};
  assert.match(String(audit_log_id), /^[0-9a-f-]{36}$/);
  assert.ok(
    stack.log().includes(`"request_id":"${request_id}","status":200`),
    'the request that it comes of is told by the same id',
  );
  assert.match(String(created_at), /^20\d\d-.*Z$/);
  assert.equal([event?.level, event?.msg], ['info', 'audit_event']);
  const { session_id } = rest.traits as { session_id: string };
  assert.type(session_id, 'string');
  assert.equal(rest, {
    ...{ action: 'login', log_type: 'account', actor_id: user.id, actor_username: user.email, actor_via_sso: false },
    ...{ traits: { provider: 'email', session_id }, ip_address: '127.0.0.1', user_agent: 'tests/1' },
  });
  const logins = linesOf(stack.log()).filter(({ msg }) => msg === 'Login');
  assert.equal(
    logins.map(({ action, login_method, provider, user_id }) => ({ action, login_method, provider, user_id })),
    [
      { action: 'login', login_method: 'otp', provider: 'email', user_id: user.id },
      { action: 'login', login_method: 'password', provider: 'email', user_id: user.id },
    ],
  );
  assert.not(
    logins.some((line) => JSON.stringify(line).includes('@')),
    'who signs in is said by the id alone',
  );
  for (const secret of [
    user.password,
    signed_in.body.refresh_token,
    signed_in.body.access_token,
    user.access_token,
    user.refresh_token,
  ])
    assert.not(JSON.stringify(linesOf(stack.log())).includes(String(secret)));
});

test('workers start, stop and lose the database: every entry is logged once', async () => {
  const { db } = stack;
  const kept = createMemoryLog();
  const names = new Set<string>();
  const write = async (): Promise<void> => {
    const name = randomUUID();
    names.add(name);
    await db.sql`select auth_lib.audit(jsonb_populate_record(null::auth.users,
      ${db.sql.json({ id: name, email: 'a@example.com' })}), '{logout}', null, null)`;
  };
  const own = db.connect(2);
  const loggedEntries = (): unknown[] =>
    linesOf(stack.log() + kept.text()).flatMap(({ auth_audit_event: event }) =>
      names.has(String(event?.actor_id)) ? [event?.actor_id] : [],
    );
  const start = () => startAuditLogCopier({ sql: own, api: 'auth_api', log: kept.log, pause_ms: 5 });
  try {
    for (let turn = 0; turn < 4; turn += 1) {
      const workers = [start(), start()];
      for (let made = 0; made < 5; made += 1) await write();
      if (turn === 1)
        await db.sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = ${db.name} and query like '%lease_audit_entries%' and pid <> pg_backend_pid()`;
      for (const worker of workers) await worker.close();
      await write();
    }
    await pollUntilFound(() => (loggedEntries().length >= names.size ? true : undefined), 'all are told');
    assert.equal(loggedEntries().sort(), [...names].sort());
  } finally {
    await own.end();
  }
});

test('F-03: an unreachable database is logged once, and once more when it is back', async () => {
  const kept = createMemoryLog();
  let away = true;
  const gone = { unsafe: (): unknown => Promise.reject(new Error('away')) };
  const there = stack.db.connect(1);
  const sql = { unsafe: (...call: Parameters<typeof there.unsafe>) => (away ? gone.unsafe() : there.unsafe(...call)) };
  const lines = startAuditLogCopier({
    sql: sql as unknown as typeof there,
    api: 'auth_api',
    log: kept.log,
    pause_ms: 5,
    fault_pause_ms: 5,
  });
  try {
    await pollUntilFound(() => (kept.text().includes('cannot be read') ? true : undefined), 'it is told');
    await sleep(50);
    away = false;
    await pollUntilFound(() => (kept.text().includes('into the log again') ? true : undefined), 'it is back');
    assert.is(kept.text().split('cannot be read').length, 2);
  } finally {
    await lines.close();
    await there.end();
  }
});

test.run();
