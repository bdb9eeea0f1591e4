// The JSON API of the inbox, for its page and for tests of apps.
import { frameHeaders, hasRemoteImages, openLinksInNewWindow } from '../../core/pages/mail_frame.ts';
import { type Filter, type Message, type Store, toSummary } from './store.ts';

export interface InboxResponse {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** Response body. An object is sent as JSON. */
  body: string | Buffer | object;
}

/** Handles a request. `gone` aborts when the client disconnects. */
export type Api = (method: string, url: URL, gone: AbortSignal) => Promise<InboxResponse>;

const USUAL_LIMIT = 100;
const LONGEST_WAIT_S = 30;
const MOST_WAITING = 64;

const NOT_FOUND: InboxResponse = { status: 404, body: { error: 'not found' } };
const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

export function createApi(store: Store): Api {
  let waiting = 0;

  /**
   * Returns the list. With `wait`, waits for the first message for up to that many seconds, and at most LONGEST_WAIT_S.
   */
  const list = async ({ searchParams: query }: URL, gone: AbortSignal): Promise<InboxResponse> => {
    const limit = parsePositiveNumber(query.get('limit') ?? String(USUAL_LIMIT));
    const wait = parsePositiveNumber(query.get('wait') ?? '0');
    if (limit === null || wait === null) return badRequest('limit and wait must be whole numbers');
    const filter = parseFilter(query);
    if (wait > 0 && store.list(filter).length === 0) {
      if (waiting >= MOST_WAITING) return { status: 503, body: { error: 'too many waiting requests' } };
      waiting += 1;
      const deadline = AbortSignal.timeout(Math.min(wait, LONGEST_WAIT_S) * 1_000);
      await waitForMatch(store, filter, AbortSignal.any([deadline, gone]));
      waiting -= 1;
    }
    const found = store.list(filter);
    return { status: 200, body: { total: found.length, messages: found.slice(0, limit).map(toSummary) } };
  };

  return async (method, url, gone) => {
    const [, folder, id, part, more] = url.pathname.split('/');
    if (folder !== 'messages' || more !== undefined) return NOT_FOUND;
    if (method !== 'GET' && method !== 'DELETE') {
      return { status: 405, headers: { Allow: 'GET, HEAD, DELETE' }, body: { error: 'GET or DELETE' } };
    }
    if (id === undefined) {
      if (method === 'GET') return list(url, gone);
      return { status: 200, body: { deleted: store.remove(parseFilter(url.searchParams)) } };
    }
    const message = store.get(id);
    if (message === null) return NOT_FOUND;
    if (method === 'GET') return messageResponse(message, part, url.searchParams);
    return part === undefined ? { status: 200, body: { deleted: store.remove({ id }) } } : NOT_FOUND;
  };
}

function messageResponse(message: Message, part: string | undefined, query: URLSearchParams): InboxResponse {
  const { html, source } = message;
  if (part === undefined) return { status: 200, body: { ...message, remote_images: hasRemoteImages(html) } };
  if (part === 'source' && source !== '') return { status: 200, headers: TEXT, body: source };
  if (part === 'html' && html !== '') {
    return {
      status: 200,
      headers: frameHeaders({ images: query.get('images') === 'remote', links: true }),
      body: openLinksInNewWindow(html),
    };
  }
  return NOT_FOUND;
}

/** Resolves when the store has a matching message, or when the signal aborts. */
function waitForMatch(store: Store, filter: Filter, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      forget();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const forget = store.onChange(() => {
      if (store.list(filter).length > 0) end();
    });
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

function parseFilter(query: URLSearchParams): Filter {
  return { to: query.get('to') ?? undefined, search: query.get('search') ?? undefined };
}

function parsePositiveNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

function badRequest(error: string): InboxResponse {
  return { status: 400, body: { error } };
}
