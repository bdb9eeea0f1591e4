// One request to a provider: bounded in time and size, never redirected, and its answer read as what it is.
import { BodyTooLongError, limitedText } from '../../core/limited_read.ts';
import { type OutgoingRequest, outgoing } from '../../core/outgoing.ts';
import { fitsDouble } from '../../core/providers/provider.ts';
import { UnreachableError } from '../../core/reach.ts';
import { hasTooManyValues, storageFault } from '../http/storable.ts';

type Refused = { status: number; code: string };

interface FaultOptions {
  refused?: Refused;
  cause?: unknown;
  away?: boolean;
}

/** Whatever a provider did wrong: a sentence for the log, without any value of the answer. */
export class ProviderError extends Error {
  /** Status and error code of an answer that refuses. */
  readonly refused: Refused | undefined;
  /** The request was right, but the provider cannot be asked at the moment. */
  readonly away: boolean;
  constructor(sentence: string, o: FaultOptions = {}) {
    super(sentence, { cause: o.cause });
    this.name = 'ProviderError';
    this.away = o.away ?? false;
    this.refused = o.refused;
  }
}

/** A profile is some kilobytes, a set of keys some dozens. */
const ANSWER_LIMIT_KIB = 256;
const ANSWER_LIMIT = ANSWER_LIMIT_KIB * 1024;

export interface Asked {
  /** What the log calls it: "the token endpoint". */
  what: string;
  url: string;
  request: OutgoingRequest;
  /** Form encoding is an answer as well; 'unlabelled': whatever type it is said to be of, as Twitter's says HTML. */
  form?: boolean | 'unlabelled';
  /** The beginning of an answer that is too long is enough, as with a page made for people. */
  beginning?: true;
}

/** The parsed answer of status 2xx; everything else is a ProviderError. */
export async function ask(asked: Asked): Promise<unknown> {
  const { ok, status, parsed, source } = await answerTo(asked);
  const fault = (sentence: string, more?: FaultOptions) => new ProviderError(`${asked.what} ${sentence}`, more);
  if (!ok) {
    const code = errorIn(parsed);
    const refused = { status, code: code.replace(/^: /, '') };
    throw fault(`answered ${status}${code}`, { refused, away: status >= 500 });
  }
  if (parsed === undefined) throw fault('answered neither JSON nor a form');
  const unfit = hasTooManyValues(source) ? 'has too many values' : storageFault(parsed, source);
  if (unfit) throw fault(`answered what cannot be kept: ${unfit}`);
  return parsed;
}

export interface Answer {
  ok: boolean;
  status: number;
  /** Where a redirect leads; null where it is none. */
  location: string | null;
  /** Undefined where it is neither JSON nor a form that was asked for. */
  parsed: unknown;
  source: string;
}

/** Whatever is answered; a ProviderError where nothing is, or too much. */
export async function answerTo({ what, url, request, form = false, beginning }: Asked): Promise<Answer> {
  const fault = (sentence: string, more?: FaultOptions) => new ProviderError(`${what} ${sentence}`, more);
  try {
    const headers = { Accept: 'application/json', 'User-Agent': 'Postern', ...request.headers };
    // A redirect would carry the credentials to somebody else.
    const answer = await outgoing(url, { ...request, headers, redirect: 'manual' });
    const source = await limitedText(answer, ANSWER_LIMIT, beginning);
    const parsed = parse(source, form === 'unlabelled' || (form && isForm(answer)));
    return { ok: answer.ok, status: answer.status, location: answer.headers.get('location'), parsed, source };
  } catch (error) {
    if (error instanceof BodyTooLongError) throw fault(`answered more than ${ANSWER_LIMIT_KIB} KiB`);
    if (request.signal.aborted) throw fault('did not answer in time', { away: true });
    const refused = unreachableIn(error);
    if (refused) throw fault(refused.message);
    throw fault('cannot be reached', { cause: error, away: true });
  }
}

const isForm = ({ headers }: Response): boolean =>
  /^(application\/x-www-form-urlencoded|text\/plain)\b/i.test(headers.get('content-type') ?? '');

const MANY_DIGITS = /\d{16}/;

/** An integer that a double would round stays text: ids that differ in the last digit are of two people. */
const withDigits = (_name: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && !fitsDouble(value) && /^-?\d+$/.test(source ?? '') ? source : value;

function parse(source: string, form: boolean): unknown {
  try {
    return MANY_DIGITS.test(source) ? JSON.parse(source, withDigits) : JSON.parse(source);
  } catch {
    return form && source.includes('=') ? Object.fromEntries(new URLSearchParams(source)) : undefined;
  }
}

/** The error code of a refusal, which is a word of the protocol; what a provider writes beside it may quote secrets. */
export function errorIn(parsed: unknown): string {
  const code = typeof parsed === 'object' && parsed !== null && 'error' in parsed ? parsed.error : undefined;
  return typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? `: ${code}` : '';
}

/** The fault of an address that may not be reached, to which nothing was connected; fetch() wraps it. */
function unreachableIn(error: unknown): UnreachableError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UnreachableError) return cause;
  return null;
}
