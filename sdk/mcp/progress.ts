// Sends progress notifications to clients that requested them.

/** Sends one notification: the amount done, the total if known, and a short message. */
export type Notify = (progress: { progress: number; total?: number; message?: string }) => void;

/** A call's progress: a step when data arrives, and the elapsed seconds otherwise. */
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

  /** Records the amount received. */
  step(done: number, total: number | undefined, message: string): void {
    if (done > this.#last) this.#send(done, total, message);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  // The protocol requires an increasing number.
  #send(progress: number, total: number | undefined, message: string): void {
    this.#last = progress;
    this.#notify?.({ progress, ...(total === undefined ? {} : { total }), message });
  }
}
