// What the worker hands to a channel (mail, sms, …), and how a channel says that it could not send.

/** A message that is ready to leave. It holds the link and the code: it goes to its channel and nowhere else. */
export interface Outgoing {
  id: string;
  kind: string;
  /** mail, sms or whatsapp. */
  channel: string;
  to: string;
  subject: string;
  html: string;
  /** The same as plain text. */
  text: string;
  /** Empty where there is none. */
  link: string;
  code: string;
  /** When it was asked for; the same on every retry. */
  created_at: string;
  /** What its hook is told, where a hook sends it. */
  event?: object;
}

/** `waits` is called once where nothing is left to do for the message but to wait for a late answer. */
export type Sender = (message: Outgoing, signal: AbortSignal, waits?: () => void) => Promise<void>;

/** Shows messages instead of sending them. `source` is a mail as a mail server would get it; empty for an SMS. */
export type Inbox = (message: Outgoing, source: string) => void | Promise<void>;

/** One sender per channel; a channel without one skips its messages. */
export type Senders = Partial<Record<string, Sender>>;

interface Failure {
  /** No retry can help. */
  permanent?: boolean;
  /** It may have been sent all the same. */
  unknown?: boolean;
  /** Seconds that the other side asks us to wait. */
  retry_after?: number;
  /** The other side says that this address is nobody's: nothing more may be sent there. */
  nobody_there?: boolean;
  /** It has surely not been taken, and another server might take it. */
  server_at_fault?: boolean;
}

/** Why an attempt failed, in words that hold no secret. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';
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
