// Opens the inbox of a process that shows messages and does not send them.
import { escapeToOneLine } from '../../core/database/printable.ts';
import type { Logger } from '../../core/log.ts';
import { readPageFile as assetOf, type PageFile, STYLES } from '../../core/pages/asset.ts';
import type { DisplayMessage } from '../../core/senders.ts';
import type { Service } from '../../core/service.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { readAsset } from '../pages/files.ts';
import { type InboxServer, type ServeOptions, serveInbox } from './server.ts';
import { createStore } from './store.ts';

type InboxSettings = Pick<Settings, 'inbox_host' | 'inbox_port' | 'api_external_url' | 'site_url' | 'port'>;

export interface RunningInbox {
  url: string;
  take: DisplayMessage;
}

export interface OpenOptions {
  settings: InboxSettings;
  log: Logger;
  service: Service;
  /** Prints a line for each message, with recipient and URL. */
  print: (line: string) => void;
  /** True if another port may be used when the configured one is taken. */
  any_port: boolean;
}

export async function openInbox({ settings, log, service, print, any_port }: OpenOptions): Promise<RunningInbox> {
  const store = createStore();
  const pages = new Map<string, PageFile>([
    ['/', readAsset('inbox/index.html', { api: settings.api_external_url })],
    ...STYLES.map(([name, file]): [string, PageFile] => [`/${name}`, assetOf(file)]),
    ['/postern.css', readAsset('postern.css')],
    ['/inbox.css', readAsset('inbox/inbox.css')],
    ['/inbox.js', readAsset('inbox/inbox.js')],
    ['/reader.js', readAsset('inbox/reader.js')],
    ['/parts.js', readAsset('parts.js')],
  ]);
  const urls = [settings.api_external_url, settings.site_url].filter((url) => URL.canParse(url));
  const names = new Set(urls.map((url) => new URL(url).hostname));
  const server = await listenOnInboxPort(
    { store, host: settings.inbox_host, port: settings.inbox_port, names, pages, log },
    any_port,
  );
  service.add('the inbox', server.close);
  const url = `http://localhost:${server.port}`;
  log.warn({ component: 'inbox' }, `messages are not sent: anyone who can open ${url} can read their links and codes`);
  return {
    url,
    take(message, source) {
      store.add(message, source);
      print(describeMessage(message, `${url}/#${message.id}`));
    },
  };
}

async function listenOnInboxPort(o: ServeOptions, any_port: boolean): Promise<InboxServer> {
  try {
    return await serveInbox(o);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE' && any_port) return serveInbox({ ...o, port: 0 });
    throw new CommandError(`SVC_INBOX_HOST or SVC_INBOX_PORT: cannot listen on ${o.host}, port ${o.port} (${code})`, {
      cause: error,
    });
  }
}

/** Returns the line with the URL of the inbox. */
export function inboxLine({ url }: Pick<RunningInbox, 'url'>): string {
  return `  Inbox     ${url}/ shows all mails and SMS; nothing is sent`;
}

/** Describes a message on one line. Escapes the text, because users choose a part of it. */
export function describeMessage(
  { channel, to, subject }: { channel: string; to: string; subject: string },
  url: string,
): string {
  const what = channel === 'mail' ? `Mail to ${to}: ${subject}` : `SMS to +${to}`;
  return `  ${escapeToOneLine(what)}  ${url}`;
}
