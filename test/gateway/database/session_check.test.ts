// The advice of the connection check at start solves the reported problem.
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkSession } from '../../../core/database/session_check.ts';
import { createDatabase } from '../../support/database/db.ts';

const db = await createDatabase();
const login = `Plays a role ${process.pid}`;
test.after(async () => {
  await db.sql.unsafe(`drop owned by "${login}"; drop role "${login}"`);
  await db.drop();
});

async function reportedProblems(): Promise<string[]> {
  const url = new URL(db.superuser_url);
  const sql = postgres({
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    username: login,
    password: 'a password',
    max: 1,
    connection: { role: 'auth_gateway' },
  });
  try {
    return await checkSession(sql, 'auth_gateway', { prepare: false });
  } finally {
    await sql.end();
  }
}

test('a login that acts as the role: the statement in its log fixes it', async () => {
  await db.sql.unsafe(`create role "${login}" login password 'a password' in role auth_gateway`);
  const log = (await reportedProblems()).find((sentence) => sentence.startsWith('Passwords can reach'));
  const [, statement = ''] = /(alter role .* set )log_parameter_max_length = 0;/.exec(log ?? '') ?? [];
  assert.ok(statement.includes(login), log);
  for (const setting of [
    'log_parameter_max_length = 0',
    'log_parameter_max_length_on_error = 0',
    'log_error_verbosity = terse',
  ])
    await db.sql.unsafe(statement + setting);
  const left = await reportedProblems();
  assert.ok(left.some((sentence) => sentence.startsWith('unprotected')));
  assert.not.ok(left.some((sentence) => sentence.startsWith('Passwords can reach')));
});

test.run();
