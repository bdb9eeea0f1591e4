// The interface between the worker and a channel (mail, sms, …): messages and failures.

/** A message that is ready to send. It holds the link and the code: it must go nowhere but to its channel. */
export interface Outgoing {
  id: string;
  kind: string;
  /** mail, sms or whatsapp. */
  channel: string;
  to: string;
  subject: string;
  html: string;
  /** The body as plain text. */
  text: string;
  /** Empty if the message has no link. */
  link: string;
  code: string;
  /** Time of the request; the same on every retry. */
  created_at: string;
  /** Event for the hook, if a hook sends the message. */
  event?: object;
}

/** `waits` is called once, when the sender has nothing left to do except wait for a late answer. */
export type Sender = (message: Outgoing, signal: AbortSignal, waits?: () => void) => Promise<void>;

/** Displays messages instead of sending them. `source` is the raw mail; empty for an SMS. */
export type Inbox = (message: Outgoing, source: string) => void | Promise<void>;

/** The sender of each channel. Messages of a channel without one are skipped. */
export type Senders = Partial<Record<string, Sender>>;

interface Failure {
  /** A retry cannot succeed. */
  permanent?: boolean;
  /** The message may have been sent. */
  unknown?: boolean;
  /** Seconds to wait before a retry, as the other side asked. */
  retry_after?: number;
  /** The address does not exist. Nothing more may be sent to it. */
  nobody_there?: boolean;
  /** The message was certainly not accepted, and another server might accept it. */
  server_at_fault?: boolean;
}

/** A failed attempt to send. The message holds no secret. */
export class SendError extends Error {
  readonly code = 'send_failed';
  override readonly name = 'SendError';
  readonly permanent: boolean;
  readonly unknown: boolean;
  readonly retry_after: number | undefined;
  readonly nobody_there: boolean;
  readonly server_at_fault: boolean;
  constructor(reason: string, failure: Failure) {
    super(reason);
    this.permanent = failure.permanent ?? false;
    this.unknown = failure.unknown ?? false;
    this.retry_after = failure.retry_after;
    this.nobody_there = failure.nobody_there ?? false;
    this.server_at_fault = failure.server_at_fault ?? false;
  }
}
