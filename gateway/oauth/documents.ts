// Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document): the client id is the URL of a document
// that describes the client. A caller can name any URL. Therefore documents are fetched with limits, and from private
// addresses only if SVC_OAUTH_SERVER_ALLOWED_NETWORKS contains them.
import { readLimitedText } from '../../core/limited_read.ts';
import { sendOutgoingRequest } from '../../core/outgoing.ts';
import { createNetworkRestriction, ForbiddenAddressError, type NetworkRestriction } from '../../core/reach.ts';
import type { Settings } from '../../core/settings/table.ts';
import { parseJsonBody, parseJsonObject } from '../http/body.ts';
import { ApiError, refuse } from '../http/errors.ts';
import { CLIENT_METADATA_SHAPE } from './client_metadata.ts';

/** Members of the document that SQL reads, and the seconds for which it may be cached. */
export interface ClientDocument {
  readonly document: object;
  readonly seconds: number;
}

export interface ClientDocuments {
  /** Networks from which documents and keys of clients may be fetched. */
  readonly reach: NetworkRestriction;
  /**
   * Returns true if a client id begins like the URL of a metadata document. check() decides whether it may be fetched.
   */
  names(client_id: string): boolean;
  /** Throws unless the client id is the URL of a document that may be fetched. */
  check(client_id: string): void;
  /**
   * Fetches a document, or returns the result of a fetch less than PAUSE_MS ago. Rejects with an ApiError if the
   * document is invalid, its server cannot be reached, or too many fetches are running.
   */
  fetch(client_id: string): Promise<ClientDocument>;
}

const LONGEST_ADDRESS = 512;
const LONGEST_DOCUMENT = 5 * 1024;
const DEADLINE_MS = 5_000;
const AT_ONCE = 16;
/** Maximum number of concurrent fetches from one host, so that a slow host does not use up AT_ONCE. */
const AT_ONCE_PER_HOST = 2;
/**
 * Minimum interval in milliseconds between fetches of a URL, so that callers cannot use this server to overload
 * another.
 */
const PAUSE_MS = 10_000;
const MOST_REMEMBERED = 1_000;
/** Seconds for which a document is cached if its Cache-Control has neither max-age, no-store nor no-cache. */
const DEFAULT_S = 3_600;

/**
 * Returns true for an absolute https URL in canonical form with a path: no credentials, query, fragment, dot segment
 * or default port.
 */
const isAddress = (text: string): boolean =>
  text.length <= LONGEST_ADDRESS &&
  /^https:\/\/[^/?#@\\\s]+\/[^?#\\\s]+$/.test(text) &&
  !/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(text) &&
  URL.canParse(text) &&
  new URL(text).href === text;

interface FetchedDocument {
  at: number;
  answer: Promise<ClientDocument>;
}

/** Creates the fetcher of documents. `now` returns milliseconds since 1970. */
export function createClientDocuments(
  settings: Pick<Settings, 'oauth_server_client_documents' | 'oauth_server_allowed_networks'>,
  now: () => number = Date.now,
): ClientDocuments {
  const { oauth_server_client_documents: hosts } = settings;
  const reach = createNetworkRestriction({ networks: settings.oauth_server_allowed_networks });
  const remembered = new Map<string, FetchedDocument>();
  const running = new Map<string, number>();
  let all = 0;

  const documents: ClientDocuments = {
    reach,
    names: (client_id) => client_id.startsWith('https://'),
    check(client_id) {
      const allowed =
        hosts !== 'off' && isAddress(client_id) && (hosts === 'any' || hosts.includes(new URL(client_id).host));
      if (!allowed) throw refuse('oauth_client_unknown');
      try {
        reach.judge(new URL(client_id));
      } catch (error) {
        if (error instanceof ForbiddenAddressError) throw refuse('oauth_client_unknown');
        throw error;
      }
    },
    fetch(client_id) {
      const at = now();
      const known = remembered.get(client_id);
      if (known !== undefined && at - known.at < PAUSE_MS) return known.answer;
      const { host } = new URL(client_id);
      const busy = running.get(host) ?? 0;
      if (all >= AT_ONCE || busy >= AT_ONCE_PER_HOST) return Promise.reject(unreachable());
      all += 1;
      running.set(host, busy + 1);
      const answer = fetchDocument(client_id, reach).finally(() => {
        all -= 1;
        const left = (running.get(host) ?? 1) - 1;
        if (left > 0) running.set(host, left);
        else running.delete(host);
      });
      remembered.delete(client_id);
      remembered.set(client_id, { at, answer });
      const [oldest] = remembered.keys();
      if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      return answer;
    },
  };
  return documents;
}

const unreachable = (cause?: unknown): ApiError =>
  Object.assign(refuse('oauth_document_unreachable'), cause === undefined ? {} : { cause });

async function fetchDocument(client_id: string, reach: NetworkRestriction): Promise<ClientDocument> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  let status: number;
  let source: string;
  let kept: string | null;
  try {
    const headers = { Accept: 'application/json', 'User-Agent': 'Postern' };
    const answer = await sendOutgoingRequest(client_id, { headers, signal, reach, redirect: 'manual' });
    status = answer.status;
    kept = answer.headers.get('cache-control');
    source = await readLimitedText(answer, LONGEST_DOCUMENT);
  } catch (error) {
    if (isBodyTooLong(error)) throw refuse('oauth_client_unknown');
    throw unreachable(error);
  }
  if (status >= 500) throw unreachable();
  if (status !== 200) throw refuse('oauth_client_unknown');
  return { document: parseDocumentObject(source), seconds: parseMaxAge(kept) };
}

/** Returns the members that SQL reads. Rejects a document with a secret, because documents are public. */
function parseDocumentObject(source: string): object {
  try {
    const body = Buffer.from(source);
    const all = parseJsonObject(body);
    if ('client_secret' in all || 'client_secret_expires_at' in all) throw refuse('oauth_client_unknown');
    return parseJsonBody(body, { ...CLIENT_METADATA_SHAPE, client_id: 'string' });
  } catch (error) {
    if (error instanceof ApiError) throw refuse('oauth_client_unknown');
    throw error;
  }
}

/** Returns true if the response was too long. A retry would not help. */
function isBodyTooLong(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'body_too_long') return true;
  }
  return false;
}

/**
 * Returns max-age in seconds, or DEFAULT_S if there is none. Returns 0 if the document must not be cached. SQL limits
 * the value.
 */
function parseMaxAge(cache_control: string | null): number {
  if (/\bno-(?:store|cache)\b/i.test(cache_control ?? '')) return 0;
  const [, age] = /\bmax-age=(\d{1,9})\b/i.exec(cache_control ?? '') ?? [];
  return age === undefined ? DEFAULT_S : Number(age);
}
