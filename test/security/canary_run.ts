// Runs all flows through a recording proxy, and returns the texts that must not contain the recorded secrets: tables,
// logs and statistics.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import type { TestCluster } from '../support/database/cluster.ts';
import { createDatabase } from '../support/database/db.ts';
import { ring } from '../support/database/sql_api.ts';
import { JWT_SECRET, newEmail, PEPPER, type SentMail, type Stack, startStack } from '../support/processes/stack.ts';
import { smtpError } from '../support/providers/mail_server.ts';
import { runProviderFlows } from './canary_providers.ts';
import { type RecordingProxy, startSecretProxy } from './proxy.ts';

/** Settings with which the Postgres server logs every statement and loads pg_stat_statements. */
export const VERBOSE_LOGGING: Record<string, string> = {
  log_min_duration_statement: '0',
  log_min_messages: 'info',
  log_min_error_statement: 'info',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_utility': 'on',
};

export interface CanaryRun {
  stack: Stack;
  secrets: Map<string, string>;
  close(): Promise<void>;
}

// Codes have ten digits. Codes of six digits would match numbers in a dump by chance.
const ENV = { SVC_MAILER_OTP_LENGTH: '10', SVC_SECURITY_MAX_PASSWORD_FAILURES: '1000' };
const newPassword = (): string => `CANARY ü+/%41&"\\'=${randomBytes(12).toString('base64')}`;

/** Starts Postern on a server, runs all flows, and returns the stack with the recorded secrets. */
export async function runFlows(server: TestCluster): Promise<CanaryRun> {
  const db = await createDatabase({ server });
  const providers = await runProviderFlows();
  const stack = await startStack({ db, env: { ...ENV, ...providers.env } });
  const proxy = await startSecretProxy(stack.url);
  const { secrets } = proxy;
  for (const hex of Object.values(ring.codeKeys())) secrets.set(hex, 'code sub-key');
  secrets.set(JWT_SECRET, 'JWT_SECRET').set(PEPPER.split(':')[1] as string, 'pepper');
  try {
    await runAllFlows(stack, proxy);
    await providers.flows(createProxyClient(proxy), proxy);
  } catch (error) {
    await stack.close(); // otherwise the process would never exit
    throw error;
  } finally {
    await proxy.close();
    await providers.close();
  }
  return { stack, secrets, close: () => stack.close() };
}

interface Client {
  post(
    path: string,
    body?: unknown,
    token?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown>; location: string }>;
  get(path: string, token?: unknown): Promise<{ status: number; body: Record<string, unknown>; location: string }>;
}

function createProxyClient(proxy: RecordingProxy): Client {
  const send = async (method: string, path: string, body?: unknown, token?: unknown) => {
    const response = await fetch(proxy.url + path, {
      method,
      redirect: 'manual',
      headers: token === undefined ? {} : { Authorization: `Bearer ${String(token)}` },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return {
      status: response.status,
      body: json ? JSON.parse(text) : {},
      location: response.headers.get('location') ?? '',
    };
  };
  return {
    post: (path, body, token) => send('POST', path, body, token),
    get: (path, token) => send('GET', path, undefined, token),
  };
}

async function runAllFlows(stack: Stack, proxy: RecordingProxy): Promise<void> {
  const { post, get } = createProxyClient(proxy);
  const mailed = async (email: string, count = 1): Promise<SentMail> => {
    const mail = await stack.mail(email, count);
    proxy.secrets.set(mail.token.replace(/^pkce_/, ''), 'mailed link').set(mail.code, 'mailed code');
    return mail;
  };
  const rest = () => stack.db.sql`delete from auth.attempts`;
  const refresh = (refresh_token: unknown) => post('/token?grant_type=refresh_token', { refresh_token });

  const email = newEmail();
  const password = newPassword();
  assert.is((await post('/signup', { email, password })).status, 200);
  assert.is((await post('/signup', { email, password: newPassword() })).status, 429);
  assert.is((await post('/token?grant_type=password', { email, password })).status, 400);
  assert.is((await get((await mailed(email)).path)).status, 303);
  await post('/signup', { email, password: newPassword() });
  await rest();
  assert.is((await post('/recover', { email })).status, 200);
  const recovery = await mailed(email, 2);
  const recovered = await post('/verify', { type: 'recovery', token_hash: recovery.token });
  assert.is(recovered.status, 200);
  const tokens = [recovered.body.refresh_token];
  for (let turn = 0; turn < 3; turn += 1) tokens.push((await refresh(tokens.at(-1))).body.refresh_token);
  assert.is((await refresh(tokens[0])).status, 400);
  assert.is((await refresh(tokens.at(-1))).status, 400);
  assert.is((await get('/user', recovered.body.access_token)).status, 200);
  assert.is((await get('/user', `${String(recovered.body.access_token).slice(0, -4)}AAAA`)).status, 403);
  assert.is((await post('/logout?scope=local', undefined, recovered.body.access_token)).status, 403);

  // Signs up, enters a wrong and then the right code, and signs in with the right password and with wrong ones.
  const second = newEmail();
  const kept = newPassword();
  await post('/signup', { email: second, password: kept, data: { full_name: 'A B' } });
  const { code } = await mailed(second);
  await post('/verify', {
    type: 'signup',
    email: second,
    token: `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`,
  });
  assert.is((await post('/verify', { type: 'signup', email: second, token: code })).status, 200);
  const signedIn = await post('/token?grant_type=password', { email: second, password: kept });
  assert.is(signedIn.status, 200);
  await post('/token?grant_type=password', { email: second, password: newPassword() });
  await post('/token?grant_type=password', { email: newEmail(), password: newPassword() });
  await post('/token?grant_type=password', { email: second, password: newPassword().repeat(20) });
  await post('/logout', undefined, signedIn.body.access_token);

  // Magic link with PKCE: a wrong verifier, the right verifier, a resend, and a link that is never used.
  const third = newEmail();
  const verifier = randomBytes(32).toString('base64url');
  const pkce = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  };
  await post('/otp', { email: third, ...pkce });
  const clicked = await get((await mailed(third)).path);
  const auth_code = new URL(clicked.location).searchParams.get('code');
  assert.is(
    (await post('/token?grant_type=pkce', { auth_code, code_verifier: randomBytes(32).toString('base64url') })).status,
    400,
  );
  assert.is((await post('/token?grant_type=pkce', { auth_code, code_verifier: verifier })).status, 200);
  await post('/magiclink', { email: third, ...pkce });
  const unused = await get((await mailed(third, 2)).path);
  proxy.secrets.set(String(new URL(unused.location).searchParams.get('code')), 'unused authorization code');
  const fourth = newEmail();
  await post('/signup', { email: fourth, password: newPassword() });
  await mailed(fourth);
  await rest();
  await post('/resend', { type: 'signup', email: fourth });
  await mailed(fourth, 2);

  await runFailingRequests(stack, proxy, post, get);
}

/**
 * Runs failing requests: malformed bodies, a trigger that raises an error, and a mail server whose error quotes the
 * mail.
 */
async function runFailingRequests(
  stack: Stack,
  proxy: RecordingProxy,
  post: Client['post'],
  get: Client['get'],
): Promise<void> {
  const secret = (kind: string): string => {
    const made = `CANARY${randomBytes(18).toString('base64url')}`;
    proxy.secrets.set(made, kind);
    return made;
  };
  await post('/signup', `{"email":"a@example.com","password":"${secret('password in broken JSON')}"`);
  await post('/signup', { email: newEmail(), password: [secret('password of a wrong type')] });
  await post('/signup', { email: newEmail(), password: `${secret('password with NUL')}\0` });
  await post('/token?grant_type=password', { email: [1], password: secret('password beside a wrong type') });
  await post(`/token?grant_type=refresh_token&refresh_token=${secret('token in a query')}`, {});
  await post('/token?grant_type=refresh_token', { refresh_token: secret('malformed refresh token') });
  await post('/verify', { type: 'signup', token_hash: secret('malformed link') });
  await get(`/verify?type=signup&token=${secret('malformed link in a query')}`);
  await get('/user', secret('malformed access token'));
  await post('/verify', { type: 'email', email: newEmail(), token: secret('malformed code') });
  await post('/verify', { type: 'signup', token: secret('link'), password: secret('password beside a link') });

  await stack.db.sql.unsafe(`
    create function public.refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused by the application' using detail = new.id::text; end $$;
    create trigger refuse before insert on auth.users for each row when (new.email like 'refused%') execute function public.refuse()`);
  const raised = await post('/signup', {
    email: `refused.${newEmail()}`,
    password: secret('password of a raised sign-up'),
  });
  assert.is(raised.status, 500);

  const quoted = newEmail();
  let attempts = 0;
  const { script } = stack.sink;
  stack.sink.script = async (step, about) => {
    if (step !== 'accept' || about !== quoted) return;
    attempts += 1;
    const [row] = await stack.db.sql<{ id: string; key_id: number; generation: string; digits: number }[]>`
      select id, key_id, generation, digits from auth.one_time_tokens where address = ${quoted}`;
    if (!row) throw new Error('the mail has no token');
    const link = ring.sealLinkWith(row.id, row.key_id);
    const code = ring.code({ ...row, token_id: row.id, generation: Number(row.generation) });
    proxy.secrets.set(link, 'link quoted by the mail server').set(code, 'code quoted by the mail server');
    throw smtpError(attempts === 1 ? 451 : 554, `5.7.1 spam: http://localhost:9999/verify?token=${link} code ${code}`);
  };
  await post('/signup', { email: quoted, password: secret('password of a refused mail') });
  const deadline = Date.now() + 10_000;
  for (let state = ''; state !== 'failed' && Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const [row] = await stack.db.sql`select state from auth.messages where to_address = ${quoted}`;
    state = String(row?.state);
  }
  assert.is(attempts, 2);
  stack.sink.script = script;
}

/** Returns all rows of the five schemas as text, each row as JSON. */
export async function dumpTables(stack: Stack): Promise<string> {
  const { sql } = stack.db;
  const names = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'auth_lib', 'auth_api', 'auth_queue', 'public') and c.relkind in ('r', 'm')`;
  let text = '';
  // Uses SELECT, because postgres.js can hang at the last row of a COPY.
  for (const { name } of names) {
    for (const { row } of await sql.unsafe(`select to_jsonb(t)::text as row from ${name} as t`)) text += `${row}\n`;
  }
  return text;
}

/** Returns the whole server log: all databases, all roles, and the tests' own statements. */
export const readServerLog = (stack: Stack): string => readFileSync(stack.db.log_file, 'utf8');

/** Returns the query texts in pg_stat_statements and pg_stat_activity; null if the extension is not available. */
export async function readStatistics(stack: Stack): Promise<string | null> {
  const { sql } = stack.db;
  const [available] = await sql`select 1 from pg_available_extensions where name = 'pg_stat_statements'`;
  if (!available) return null;
  await sql`create extension pg_stat_statements`;
  const rows = await sql<{ query: string }[]>`
    select query from pg_stat_statements union all select query from pg_stat_activity`;
  return rows.map((row) => row.query).join('\n');
}
