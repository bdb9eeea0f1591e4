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
}

export type Sender = (message: Outgoing, signal: AbortSignal) => Promise<void>;

/** One sender per channel; a channel without one skips its messages. */
export type Senders = Partial<Record<string, Sender>>;

interface Failure {
  /** No retry can help. */
  permanent?: boolean;
  /** It may have been sent all the same. */
  unknown?: boolean;
  /** Seconds that the other side asks us to wait. */
  retry_after?: number;
}

/** Why an attempt failed, in words that hold no secret. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';
  readonly permanent: boolean;
  readonly unknown: boolean;
  readonly retry_after: number | undefined;
  constructor(reason: string, { permanent = false, unknown = false, retry_after }: Failure) {
    super(reason);
    this.permanent = permanent;
    this.unknown = unknown;
    this.retry_after = retry_after;
  }
}
