// Every error that can end a call: answers of the API, and failures without an answer.
import { type Issue, pretty, showPath } from './issues.ts';

/** The error object inside a body: `{"error": {"code", "message"}}`. */
export interface ApiError {
  code: string;
  message: string;
  limit?: { remaining?: number; reset?: number; resetMs?: number; total?: number };
  [member: string]: unknown;
}

/** The request as sent, without the token. */
export interface RequestFacts {
  readonly method: string;
  readonly url: string;
}

export type PlatformErrorName =
  | 'PlatformError'
  | 'PlatformBadRequestError'
  | 'PlatformForbiddenError'
  | 'PlatformNotFoundError'
  | 'PlatformRateLimitError'
  | 'ResponseValidationError';

/** An answer other than the promised one; subclasses cover the common statuses. */
export class PlatformError extends Error {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Headers;
  readonly contentType: string;
  readonly rawResponse: Response;
  /** Method and URL of the failed request. */
  readonly request: RequestFacts;
  /** The id that the API gave this request; its support asks for it. */
  readonly requestId: string | undefined;
  /** The API's error object, if the body contains one or, as from the domain registrar, is one itself. */
  readonly error: ApiError | undefined;
  /** The error object of the body, in the shape of other clients; undefined if the body itself is the error. */
  readonly data$: { error: ApiError } | undefined;

  constructor(response: Response, body: string, request: RequestFacts, message?: string) {
    const { error, nested } = readError(body);
    const type = response.headers.get('content-type') ?? '';
    const kind = type && !/json/i.test(type) ? ` Content-Type ${type}` : '';
    const text = error?.message ?? `API error occurred: Status ${response.status}${kind}. Body: ${shorten(body)}`;
    super(message ?? text);
    this.statusCode = response.status;
    this.body = body;
    this.headers = response.headers;
    this.contentType = type;
    this.rawResponse = response;
    this.request = request;
    this.requestId = response.headers.get('x-vercel-id') ?? response.headers.get('x-request-id') ?? undefined;
    this.error = error;
    this.data$ = nested ? { error: error! } : undefined;
  }
  override get name(): PlatformErrorName {
    return 'PlatformError';
  }
}

/** 400: the request is invalid. */
export class PlatformBadRequestError extends PlatformError {
  override get name(): 'PlatformBadRequestError' {
    return 'PlatformBadRequestError';
  }
}

/** 401: the token is missing or invalid. */
export class PlatformForbiddenError extends PlatformError {
  override get name(): 'PlatformForbiddenError' {
    return 'PlatformForbiddenError';
  }
}

/** 404: the resource does not exist, or the token has no access to it. */
export class PlatformNotFoundError extends PlatformError {
  override get name(): 'PlatformNotFoundError' {
    return 'PlatformNotFoundError';
  }
}

/** 429: too many requests; `error.limit` may contain the time to retry. */
export class PlatformRateLimitError extends PlatformError {
  override get name(): 'PlatformRateLimitError' {
    return 'PlatformRateLimitError';
  }
}

/** A successful answer that is no JSON or of another type; with `strict` validation, any difference. */
export class ResponseValidationError extends PlatformError {
  /** The body as received: parsed JSON, or text that could not be parsed. */
  readonly rawValue: unknown;
  /** The body in this library's spelling, as far as it could be read, for use despite the error. */
  readonly value: unknown;
  readonly rawMessage: string;
  readonly issues: readonly Issue[];

  constructor(
    response: Response,
    body: string,
    request: RequestFacts,
    found: { rawValue: unknown; value: unknown; issues: readonly Issue[]; cause?: unknown },
  ) {
    const first = found.issues[0];
    const message = `Response validation failed${first ? `: ${showPath(first.path)} ${first.message}` : ''}`;
    super(response, body, request, message);
    this.rawMessage = message;
    this.rawValue = found.rawValue;
    this.value = found.value;
    this.issues = found.issues;
    this.cause = found.cause ?? found.issues;
  }
  override get name(): 'ResponseValidationError' {
    return 'ResponseValidationError';
  }
  /** Returns a report over several lines. */
  pretty(): string {
    return pretty('Response validation failed', this.issues);
  }
}

export type HTTPClientErrorName =
  | 'HTTPClientError'
  | 'ConnectionError'
  | 'RequestTimeoutError'
  | 'RequestAbortedError'
  | 'InvalidRequestError'
  | 'UnexpectedClientError';

/** No answer was received; subclasses give the reason. */
export class HTTPClientError extends Error {
  constructor(message: string, cause?: unknown) {
    super(cause === undefined ? message : `${message}: ${cause}`, { cause });
  }
  override get name(): HTTPClientErrorName {
    return 'HTTPClientError';
  }
}

/** The request could not be created, or the connection broke. */
export class ConnectionError extends HTTPClientError {
  override get name(): 'ConnectionError' {
    return 'ConnectionError';
  }
}

/** A timeout expired. */
export class RequestTimeoutError extends HTTPClientError {
  override get name(): 'RequestTimeoutError' {
    return 'RequestTimeoutError';
  }
}

/** The caller's signal aborted the call. */
export class RequestAbortedError extends HTTPClientError {
  override get name(): 'RequestAbortedError' {
    return 'RequestAbortedError';
  }
}

/** The arguments are invalid; nothing was sent. */
export class InvalidRequestError extends HTTPClientError {
  /** The arguments as given. */
  readonly rawValue: unknown;
  readonly issues: readonly Issue[];

  constructor(rawValue: unknown, issues: readonly Issue[], cause?: unknown) {
    super(`Invalid request: ${issues.map((found) => `${showPath(found.path)} ${found.message}`).join('; ')}`);
    if (cause !== undefined) this.cause = cause;
    this.rawValue = rawValue;
    this.issues = issues;
  }
  override get name(): 'InvalidRequestError' {
    return 'InvalidRequestError';
  }
  /** Returns a report over several lines. */
  pretty(): string {
    return pretty('Invalid request', this.issues);
  }
}

/** An unexpected exception, for example from a hook or a token function. */
export class UnexpectedClientError extends HTTPClientError {
  override get name(): 'UnexpectedClientError' {
    return 'UnexpectedClientError';
  }
}

/** An answer whose status has no class of its own. */
export type OtherPlatformError = PlatformError & { readonly name: 'PlatformError' };

/** Errors that can end any call, of every operation. */
export type CommonError =
  | OtherPlatformError
  | PlatformRateLimitError
  | ResponseValidationError
  | ConnectionError
  | RequestTimeoutError
  | RequestAbortedError
  | InvalidRequestError
  | UnexpectedClientError;

interface ErrorsByStatus {
  400: PlatformBadRequestError;
  401: PlatformForbiddenError;
  404: PlatformNotFoundError;
}

/**
 * Errors that can end a call of an operation that declares these statuses; `switch (error.name)` distinguishes them.
 */
export type CallError<Status extends keyof ErrorsByStatus = keyof ErrorsByStatus> =
  | CommonError
  | ErrorsByStatus[Status];

const byStatus: Record<number, typeof PlatformError> = {
  400: PlatformBadRequestError,
  401: PlatformForbiddenError,
  404: PlatformNotFoundError,
  429: PlatformRateLimitError,
};

/** The class depends only on the status: an unexpected body loses `data$`, never the class. */
export function errorFor(response: Response, body: string, request: RequestFacts): PlatformError {
  return new (byStatus[response.status] ?? PlatformError)(response, body, request);
}

function readError(body: string): { error?: ApiError | undefined; nested: boolean } {
  try {
    const whole = JSON.parse(body) as Record<string, unknown> | null;
    const inner = whole?.error as ApiError | undefined;
    if (typeof inner?.message === 'string') return { error: inner, nested: true };
    const code = whole?.code ?? whole?._tag;
    const flat = typeof code === 'string' && typeof whole?.message === 'string';
    return { error: flat ? ({ ...whole, code } as ApiError) : undefined, nested: false };
  } catch {
    return { nested: false }; // not JSON, so no error object
  }
}

function shorten(body: string): string {
  return body.length > 10_000 ? `${body.slice(0, 10_000)}…` : body || '""';
}
