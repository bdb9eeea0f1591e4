// Opens the inbox of a process that shows messages instead of sending them, and says where it is.
import { oneLine } from '../../core/database/printable.ts';
import type { Logger } from '../../core/log.ts';
import type { Service } from '../../core/service.ts';
import type { Settings } from '../../core/settings/table.ts';
import { Sentence } from '../../core/terminal/sentence.ts';
import type { Inbox } from '../../worker/senders.ts';
import { asset } from '../pages/files.ts';
import { type InboxServer, type ServeOptions, serveInbox } from './server.ts';
import { createStore } from './store.ts';

type InboxSettings = Pick<Settings, 'inbox_host' | 'inbox_port' | 'api_external_url' | 'site_url' | 'port'>;

export interface OpenInbox {
  /** Of this machine. */
  url: string;
  take: Inbox;
}

export interface OpenOptions {
  settings: InboxSettings;
  log: Logger;
  service: Service;
  /** Lines for the person at the terminal: who gets what, and where it can be read. */
  print: (line: string) => void;
  /** Whether another port will do where this one is taken: nobody has asked for it by name. */
  any_port: boolean;
}

export async function openInbox({ settings, log, service, print, any_port }: OpenOptions): Promise<OpenInbox> {
  const store = createStore();
  const pages = new Map([
    ['/', asset('inbox/index.html', { api: settings.api_external_url })],
    ['/postern.css', asset('postern.css')],
    ['/inbox.css', asset('inbox/inbox.css')],
    ['/inbox.js', asset('inbox/inbox.js')],
    ['/reader.js', asset('inbox/reader.js')],
    ['/parts.js', asset('parts.js')],
  ]);
  const urls = [settings.api_external_url, settings.site_url].filter((url) => URL.canParse(url));
  const names = new Set(urls.map((url) => new URL(url).hostname));
  const server = await listen(
    { store, host: settings.inbox_host, port: settings.inbox_port, names, pages, log },
    any_port,
  );
  service.add('the inbox', server.close);
  const url = `http://localhost:${server.port}`;
  log.warn({ component: 'inbox' }, `messages are sent to nobody: whoever can open ${url} reads their links and codes`);
  return {
    url,
    take(message, source) {
      store.add(message, source);
      print(line(message, `${url}/#${message.id}`));
    },
  };
}

async function listen(o: ServeOptions, any_port: boolean): Promise<InboxServer> {
  try {
    return await serveInbox(o);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE' && any_port) return serveInbox({ ...o, port: 0 });
    throw new Sentence(`SVC_INBOX_HOST or SVC_INBOX_PORT: cannot listen on ${o.host}, port ${o.port} (${code})`, {
      cause: error,
    });
  }
}

/** Where the inbox is, for the person at the terminal. */
export function inboxLine({ url }: Pick<OpenInbox, 'url'>): string {
  return `  Inbox     ${url}/ shows every mail and SMS; nothing is sent to anybody`;
}

/** Who gets what, on one line: a user chooses some of the text. */
export function line({ channel, to, subject }: { channel: string; to: string; subject: string }, url: string): string {
  const what = channel === 'mail' ? `Mail to ${to}: ${subject}` : `SMS to +${to}`;
  return `  ${oneLine(what)}  ${url}`;
}
