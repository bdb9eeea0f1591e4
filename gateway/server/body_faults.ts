// Errors while reading a request body.

/** The body exceeds the limit. */
export class BodyTooLargeError extends Error {
  readonly code = 'body_too_large';
  readonly limit: number;
  constructor(limit: number) {
    super(`request body is larger than ${limit} bytes`);
    this.name = 'BodyTooLargeError';
    this.limit = limit;
  }
}

/** The client disconnected, was too slow, or sent invalid framing before the body was complete. */
export class BodyAbortedError extends Error {
  readonly code = 'body_aborted';
  constructor() {
    super('request body was not received completely');
    this.name = 'BodyAbortedError';
  }
}

/** There is not enough memory for this body at the moment. */
export class BodyRefusedError extends Error {
  readonly code = 'body_refused';
  constructor() {
    super('the bodies of the running requests take all the memory that they may');
    this.name = 'BodyRefusedError';
  }
}
