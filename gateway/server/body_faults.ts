// Errors while reading a request body.

/** The body exceeds the limit. Nothing beyond the limit was kept. */
export class BodyTooLarge extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`request body is larger than ${limit} bytes`);
    this.name = 'BodyTooLarge';
    this.limit = limit;
  }
}

/** The client disconnected, was too slow, or sent broken framing before the body was complete. */
export class BodyAborted extends Error {
  constructor() {
    super('request body was not received completely');
    this.name = 'BodyAborted';
  }
}

/** There is currently no memory for this body. */
export class BodyRefused extends Error {
  constructor() {
    super('the bodies of the running requests take all the memory that they may');
    this.name = 'BodyRefused';
  }
}
