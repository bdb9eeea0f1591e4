// Every error a call can end with: answers of the API, and failures before an answer came.
import { type Issue, pretty, showPath } from './issues.ts';

/** The error object inside a body: `{"error": {"code", "message"}}`. */
export interface ApiError {
  code: string;
  message: string;
  limit?: { remaining?: number; reset?: number; resetMs?: number; total?: number };
  [member: string]: unknown;
}

/** What went over the wire; never the token. */
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

/** Any answer that is not the promised one; subclasses name the usual statuses. */
export class PlatformError extends Error {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Headers;
  readonly contentType: string;
  readonly rawResponse: Response;
  /** Method and address of the request that failed. */
  readonly request: RequestFacts;
  /** The id the API gave this request; support asks for it. */
  readonly requestId: string | undefined;
  /** The API's error object, when the body has one or, as from the domain registrar, is one itself. */
  readonly error: ApiError | undefined;
  /** The error object of the body, in the shape other clients use; undefined where the body itself is the error. */
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

/** 400: the API could not use the request. */
export class PlatformBadRequestError extends PlatformError {
  override get name(): 'PlatformBadRequestError' {
    return 'PlatformBadRequestError';
  }
}

/** 401: the token is missing or not valid. */
export class PlatformForbiddenError extends PlatformError {
  override get name(): 'PlatformForbiddenError' {
    return 'PlatformForbiddenError';
  }
}

/** 404: there is no such thing, or the token may not see it. */
export class PlatformNotFoundError extends PlatformError {
  override get name(): 'PlatformNotFoundError' {
    return 'PlatformNotFoundError';
  }
}

/** 429: too many requests; `error.limit` may tell when to come back. */
export class PlatformRateLimitError extends PlatformError {
  override get name(): 'PlatformRateLimitError' {
    return 'PlatformRateLimitError';
  }
}

/** A successful answer that is no JSON or of another kind; with `strict` validation, any difference. */
export class ResponseValidationError extends PlatformError {
  /** The body as it came: parsed JSON, or text that could not be parsed. */
  readonly rawValue: unknown;
  /** The body in this library's spelling, as far as it could be read; use it to go on regardless. */
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
  /** A report over several lines. */
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

/** No answer came; subclasses tell why. */
export class HTTPClientError extends Error {
  constructor(message: string, cause?: unknown) {
    super(cause === undefined ? message : `${message}: ${cause}`, { cause });
  }
  override get name(): HTTPClientErrorName {
    return 'HTTPClientError';
  }
}

/** The request could not be made, or the connection broke. */
export class ConnectionError extends HTTPClientError {
  override get name(): 'ConnectionError' {
    return 'ConnectionError';
  }
}

/** A timeout passed. */
export class RequestTimeoutError extends HTTPClientError {
  override get name(): 'RequestTimeoutError' {
    return 'RequestTimeoutError';
  }
}

/** The caller's signal ended the call. */
export class RequestAbortedError extends HTTPClientError {
  override get name(): 'RequestAbortedError' {
    return 'RequestAbortedError';
  }
}

/** The arguments do not make a request; nothing was sent. */
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
  /** A report over several lines. */
  pretty(): string {
    return pretty('Invalid request', this.issues);
  }
}

/** Something else was thrown, for example by a hook or a token function. */
export class UnexpectedClientError extends HTTPClientError {
  override get name(): 'UnexpectedClientError' {
    return 'UnexpectedClientError';
  }
}

/** An answer whose status has no class of its own. */
export type OtherPlatformError = PlatformError & { readonly name: 'PlatformError' };

/** What any call can end with, whatever the operation. */
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

/** What a call of an operation that declares these statuses can end with; `switch (error.name)` tells them apart. */
export type CallError<Status extends keyof ErrorsByStatus = keyof ErrorsByStatus> =
  | CommonError
  | ErrorsByStatus[Status];

const byStatus: Record<number, typeof PlatformError> = {
  400: PlatformBadRequestError,
  401: PlatformForbiddenError,
  404: PlatformNotFoundError,
  429: PlatformRateLimitError,
};

/** The class depends on the status alone: a strange body costs `data$`, never the class. */
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
    return { nested: false }; // no JSON, so no error object
  }
}

function shorten(body: string): string {
  return body.length > 10_000 ? `${body.slice(0, 10_000)}…` : body || '""';
}
