// Lines that `postern start` prints after a successful start with the embedded Postgres.
import { relative } from 'node:path';
import { RELEASE } from '../core/database/release.ts';
import { mailServers } from '../core/mail_servers.ts';
import type { Settings } from '../core/settings/table.ts';
import type { DataFolder } from './embedded/folder.ts';
import type { EmbeddedPostgres } from './embedded/postgres.ts';
import { LOOPBACK } from './embedded/settings.ts';
import { inboxLine, type RunningInbox } from './inbox/open.ts';

interface Welcome {
  settings: Settings;
  folder: DataFolder;
  url: string;
  inbox: RunningInbox | undefined;
  console: string | undefined;
  database: EmbeddedPostgres;
}

export function welcomeLines({ settings, folder, url, inbox, console, database }: Welcome): string[] {
  const near = (path: string) => {
    const from_here = relative(process.cwd(), path) || '.';
    return from_here.startsWith('..') ? path : from_here;
  };
  const body = '{"email":"you@example.com","password":"correct horse battery"}';
  return [
    '',
    `Postern ${RELEASE.version} is running.`,
    '',
    `  API       ${url}${settings.api_host === LOOPBACK ? '  (this machine only; SVC_API_HOST opens it to others)' : ''}`,
    `  Page      ${url}/ signs up, signs in, and shows the session`,
    ...(console ? [`  Console   ${console}/open shows users, sessions and messages, and administers them`] : []),
    inbox ? inboxLine(inbox) : `  Inbox     ${describeMailDelivery(settings)}`,
    `  Sign up   curl -s ${url}/signup -H 'content-type: application/json' -d '${body}'`,
    `  Data      ${near(folder.path)} is kept: database (port ${database.cluster.port}), its passwords (secrets.json), logs`,
    `  Log       ${near(settings.log_file)}`,
    '  Stop      Ctrl-C',
    '',
  ];
}

function describeMailDelivery(settings: Settings): string {
  const servers = mailServers(settings).map(({ host }) => host);
  if (servers.length === 0) return 'none: mails are not sent, because SVC_SMTP_HOST is not set';
  return `none: mails are sent through ${servers.join(', ')}`;
}
