// Why the body of a request could not be read.

/** The body is longer than the limit; nothing beyond the limit was kept. */
export class BodyTooLarge extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`request body is larger than ${limit} bytes`);
    this.name = 'BodyTooLarge';
    this.limit = limit;
  }
}

/** The client went away, was too slow, or sent broken framing before the body was complete. */
export class BodyAborted extends Error {
  constructor() {
    super('request body was not received completely');
    this.name = 'BodyAborted';
  }
}

/** There is no memory for this body now, beside those of other requests. */
export class BodyRefused extends Error {
  constructor() {
    super('the bodies of the running requests take all the memory that they may');
    this.name = 'BodyRefused';
  }
}
