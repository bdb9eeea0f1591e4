// Tells a client that asked for it how far a call is.

/** Sends one notice: how much is done, of how much if that is known, and a few words. */
export type Notify = (progress: { progress: number; total?: number; message?: string }) => void;

/** A call's progress: steps when something arrives, and the seconds gone by while nothing does. */
export class Progress {
  readonly #notify: Notify | undefined;
  readonly #timer: ReturnType<typeof setInterval> | undefined;
  #last = 0;

  constructor(notify: Notify | undefined, everyMs: number) {
    this.#notify = notify;
    if (!notify) return;
    this.#timer = setInterval(() => this.#send(this.#last + 1, undefined, 'still working'), everyMs);
    this.#timer.unref();
  }

  /** So much has arrived. */
  step(done: number, total: number | undefined, message: string): void {
    if (done > this.#last) this.#send(done, total, message);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  // The protocol wants a number that only grows.
  #send(progress: number, total: number | undefined, message: string): void {
    this.#last = progress;
    this.#notify?.({ progress, ...(total === undefined ? {} : { total }), message });
  }
}
