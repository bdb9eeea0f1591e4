// Cost of `postern import csv|json` for 100,000 users: users per second, and CPU seconds and peak memory of the program
// and of its Postgres backend. Half of the users have a password, the other half an identity of a provider. Usage:
// node import.ts; environment: USERS, FORM.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentFor } from '../test/cli/admin.ts';
import { createDatabase } from '../test/support/database/db.ts';

const USERS = Number(process.env.USERS ?? 100_000);
const FORM = process.env.FORM === 'json' ? 'json' : 'csv';
const TICKS = 100;
const HASH = '$2a$10$abcdefghijklmnopqrstuuWqKQ1uO0bB1rGd0l2pX5aPp0X1qVY2m';

function userJson(n: number): string {
  const [id, email, at] = [randomUUID(), `person${n}@example.com`, '2021-02-03T04:05:06Z'];
  const user_metadata = { name: `Person ${n}`, n };
  const identities = n % 2 ? undefined : [{ provider: 'google', id: `g${n}`, identity_data: { email } }];
  const password_hash = n % 2 ? HASH : undefined;
  if (FORM === 'json')
    return `${JSON.stringify({ id, email, email_confirmed_at: at, created_at: at, password_hash, user_metadata, identities })}\n`;
  const cell = (value: unknown): string =>
    value === undefined ? '' : `"${JSON.stringify(value).replaceAll('"', '""')}"`;
  return `${[id, email, at, at, password_hash ?? '', cell(user_metadata), cell(identities)].join(',')}\n`;
}

/** Returns the CPU seconds and peak memory in MB of a process; null after it has exited. */
function readResourceUse(pid: number): { cpu: number; peak: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    return { cpu: (Number(fields[11]) + Number(fields[12])) / TICKS, peak };
  } catch {
    return null;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'postern-bench-'));
const file = join(folder, `users.${FORM}`);
const out = createWriteStream(file);
if (FORM === 'csv') out.write('id,email,email_confirmed_at,created_at,password_hash,user_metadata,identities\n');
for (let n = 0; n < USERS; n += 1) if (!out.write(userJson(n))) await once(out, 'drain');
out.end();
await once(out, 'finish');

const db = await createDatabase();
for (const what of ['dry run', 'import', 'once more']) {
  const began = performance.now();
  const apply = what === 'dry run' ? [] : ['--apply', '--yes'];
  const child = spawn(
    process.execPath,
    [resolve(import.meta.dirname, '../cli/postern.mjs'), 'import', FORM, file, ...apply],
    {
      env: { ...process.env, ...environmentFor(db) },
      stdio: ['ignore', 'inherit', 'ignore'],
    },
  );
  const ended = once(child, 'close');
  let program = { cpu: 0, peak: 0 };
  let backend: number | undefined;
  let postgres = { cpu: 0, peak: 0 };
  while (child.exitCode === null) {
    program = readResourceUse(child.pid ?? 0) ?? program;
    backend ??= (await db.sql`select pid from pg_stat_activity where application_name = 'postern cli'`)[0]?.pid;
    postgres = (backend === undefined ? null : readResourceUse(backend)) ?? postgres;
    await Promise.race([ended, sleep(50)]);
  }
  const seconds = (performance.now() - began) / 1000;
  const per = (cpu: number): string => ((cpu * 100_000) / USERS).toFixed(1);
  console.log(
    `${FORM}, ${what}: ${Math.round(USERS / seconds)} users/s; CPU s for 100,000: program ${per(program.cpu)}, Postgres ${per(postgres.cpu)}; program ${Math.round(program.peak)} MB, backend ${Math.round(postgres.peak)} MB`,
  );
}
await db.drop();
rmSync(folder, { recursive: true });
process.exit(0);
