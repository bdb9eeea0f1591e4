// A test stack that runs as a new user starts it: `postern start` as a separate process with its own database.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { readEnvironment, readSettings } from '../../../core/settings/reading.ts';
import { readPostmaster, SUPERUSER } from '../../../dev/embedded/cluster.ts';
import { findFreePort } from '../../../gateway/server/ports.ts';
import { openRenamingPool, type TestDatabase } from '../database/db.ts';
import { type ReceivedMail, startMailServer } from '../providers/mail_server.ts';
import { runCli, temporaryFolder } from './process.ts';
import {
  createRequests,
  parseMail,
  requireMailOrder,
  type Stack,
  type StackOptions,
  stackSettings,
} from './stack_parts.ts';

/** Starts the stack. There is only one gateway per database. */
export async function startProgramStack(o: StackOptions): Promise<Stack> {
  const folder = temporaryFolder();
  const sink = await startMailServer();
  const port = await findFreePort();
  // Links in mails lead to the target without a confirmation page, as in the other stacks.
  const own = { SVC_MAILER_CONFIRM_PAGE: 'false' };
  const env = { ...stackSettings(sink.port), ...own, ...o.env, PORT: String(port), SVC_DATA_DIR: folder.path };
  const program = runCli([], { env });
  await program.until(/Stop +Ctrl-C/);
  const db = openEmbeddedDatabase(folder.path);
  const url = `http://127.0.0.1:${port}`;
  const log_file = join(folder.path, 'postern.log');
  return {
    url,
    ...readSettings(readEnvironment({ env: { ...env, DATABASE_URL: db.superuser_url }, file: null })),
    log: () => program.stdout + program.stderr + (existsSync(log_file) ? readFileSync(log_file, 'utf8') : ''),
    ...createRequests(url),
    db,
    sink,
    mail: requireMailOrder(async (to, count) => {
      const mails = await sink.waitFor(to, count);
      return parseMail(mails[mails.length - 1] as ReceivedMail);
    }),
    stop: () => program.stop('SIGTERM').then(() => undefined),
    another: () => Promise.reject(new Error('the embedded start has one gateway')),
    async close() {
      await db.drop();
      const code = await program.stop('SIGTERM');
      await sink.close();
      folder.remove();
      if (code !== 0) throw new Error(`postern start ended with ${code}\n${program.stderr}`);
    },
  };
}

function openEmbeddedDatabase(folder: string): TestDatabase {
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as {
    superuser_password: string;
    role_passwords: Record<string, string>;
  };
  const name = 'postern';
  const at = (user: string, password: string | undefined): string =>
    `postgres://${user}:${password}@127.0.0.1:${readPostmaster(join(folder, 'data'))?.port}/${name}`;
  const superuser_url = at(SUPERUSER, secrets.superuser_password);
  const sql = openRenamingPool(superuser_url, 4);
  const url: TestDatabase['url'] = (role) =>
    role === 'migrate' ? superuser_url : at(`auth_${role}`, secrets.role_passwords[role]);
  return {
    name,
    superuser_url,
    url,
    direct_url: url,
    login: (role, max) => postgres(url(role), { max, onnotice: () => undefined }),
    environment: () => ({}),
    migration: () => {
      throw new Error('the embedded start migrates by itself');
    },
    letLogIn: () => Promise.reject(new Error('the roles of the embedded start log in already')),
    sql,
    connect: (max, o) => openRenamingPool(superuser_url, max, o),
    log_file: join(folder, 'postgres.log'),
    drop: () => sql.end({ timeout: 1 }),
  };
}
