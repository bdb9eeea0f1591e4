// Sends a request to a provider with limits on time and size, and parses the response. Does not follow redirects.
import { BodyTooLongError, readLimitedText } from '../../core/limited_read.ts';
import { type OutgoingRequest, sendOutgoingRequest } from '../../core/outgoing.ts';
import { isExactNumber } from '../../core/providers/provider.ts';
import { ForbiddenAddressError } from '../../core/reach.ts';
import { hasTooManyValues, storageErrorOf } from '../http/storable.ts';

type ProviderErrorResponse = { status: number; code: string };

interface ProviderErrorOptions {
  refused?: ProviderErrorResponse;
  cause?: unknown;
  away?: boolean;
}

/**
 * Thrown if a request to a provider fails or its response cannot be used. The message is for logs and administrators.
 * It quotes only the status and the error code of the response.
 */
export class ProviderError extends Error {
  /** Status and error code of an error response. */
  readonly refused: ProviderErrorResponse | undefined;
  /** True if a later request may succeed, for example because the provider was unavailable. */
  readonly away: boolean;
  constructor(sentence: string, o: ProviderErrorOptions = {}) {
    super(sentence, { cause: o.cause });
    this.name = 'ProviderError';
    this.away = o.away ?? false;
    this.refused = o.refused;
  }
}

/** Maximum size of a response in KiB. A profile has a few KiB, a key set a few dozen. */
const ANSWER_LIMIT_KIB = 256;
const ANSWER_LIMIT = ANSWER_LIMIT_KIB * 1024;

export interface ProviderRequest {
  /** Name of the endpoint in log messages, such as "the token endpoint". */
  what: string;
  url: string;
  request: OutgoingRequest;
  /**
   * True to accept form encoding too. 'unlabelled' accepts it with any content type, because Twitter sends text/html.
   */
  form?: boolean | 'unlabelled';
  /** True to truncate a long response instead of failing, for HTML pages. */
  beginning?: true;
}

/**
 * Sends a request and returns the parsed body of a 2xx response. Throws a ProviderError for any other response, and for
 * a body that cannot be parsed or stored.
 */
export async function fetchProviderBody(asked: ProviderRequest): Promise<unknown> {
  const { ok, status, parsed, source } = await sendProviderRequest(asked);
  const fault = (sentence: string, more?: ProviderErrorOptions) => new ProviderError(`${asked.what} ${sentence}`, more);
  if (!ok) {
    const code = readErrorCodeSuffix(parsed);
    const refused = { status, code: code.replace(/^: /, '') };
    throw fault(`answered ${status}${code}`, { refused, away: status >= 500 });
  }
  if (parsed === undefined) throw fault('answered neither JSON nor a form');
  const unfit = hasTooManyValues(source) ? 'has too many values' : storageErrorOf(parsed, source);
  if (unfit) throw fault(`answered what cannot be kept: ${unfit}`);
  return parsed;
}

export interface ProviderResponse {
  ok: boolean;
  status: number;
  /** Redirect target, or null. */
  location: string | null;
  /** Undefined if the body is neither JSON nor an accepted form. */
  parsed: unknown;
  source: string;
}

/**
 * Sends a request and returns the response, whatever its status. Throws a ProviderError if there is none or it is too
 * long.
 */
export async function sendProviderRequest({
  what,
  url,
  request,
  form = false,
  beginning,
}: ProviderRequest): Promise<ProviderResponse> {
  const fault = (sentence: string, more?: ProviderErrorOptions) => new ProviderError(`${what} ${sentence}`, more);
  try {
    const headers = { Accept: 'application/json', 'User-Agent': 'Postern', ...request.headers };
    // Following a redirect could send the credentials to another server.
    const answer = await sendOutgoingRequest(url, { ...request, headers, redirect: 'manual' });
    const source = await readLimitedText(answer, ANSWER_LIMIT, beginning);
    const parsed = parseResponseBody(source, form === 'unlabelled' || (form && isForm(answer)));
    return { ok: answer.ok, status: answer.status, location: answer.headers.get('location'), parsed, source };
  } catch (error) {
    if (error instanceof BodyTooLongError) throw fault(`answered more than ${ANSWER_LIMIT_KIB} KiB`);
    if (request.signal.aborted) throw fault('did not answer in time', { away: true });
    const refused = findForbiddenAddressError(error);
    if (refused) throw fault(refused.message);
    throw fault('cannot be reached', { cause: error, away: true });
  }
}

const isForm = ({ headers }: Response): boolean =>
  /^(application\/x-www-form-urlencoded|text\/plain)\b/i.test(headers.get('content-type') ?? '');

const MANY_DIGITS = /\d{16}/;

/**
 * JSON reviver that returns integers as text if a double would round them, because ids that differ only in the last
 * digit belong to different users.
 */
const withDigits = (_name: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && !isExactNumber(value) && /^-?\d+$/.test(source ?? '') ? source : value;

function parseResponseBody(source: string, form: boolean): unknown {
  try {
    return MANY_DIGITS.test(source) ? JSON.parse(source, withDigits) : JSON.parse(source);
  } catch {
    return form && source.includes('=') ? Object.fromEntries(new URLSearchParams(source)) : undefined;
  }
}

/**
 * Returns ": " and the error code of a response, as the end of a log message. Returns '' if there is none. Other
 * members may contain secrets.
 */
export function readErrorCodeSuffix(parsed: unknown): string {
  const code = typeof parsed === 'object' && parsed !== null && 'error' in parsed ? parsed.error : undefined;
  return typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? `: ${code}` : '';
}

/** Returns the error of a forbidden address that fetch() wraps, or null. No connection was made. */
function findForbiddenAddressError(error: unknown): ForbiddenAddressError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ForbiddenAddressError) return cause;
  return null;
}
