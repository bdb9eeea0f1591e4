// What the worker hands to a channel (mail, sms, …), and how a channel says that it could not send.

/** A message that is ready to leave. It holds the link and the code: it goes to its channel and nowhere else. */
export interface Outgoing {
  id: string;
  kind: string;
  to: string;
  subject: string;
  html: string;
  /** The same in one or two lines of plain text, for a terminal or a phone. */
  text: string;
  /** When it was asked for; the same on every retry. */
  created_at: string;
}

export type Sender = (message: Outgoing, signal: AbortSignal) => Promise<void>;

/** One sender per channel; a channel without one skips its messages. */
export type Senders = Partial<Record<string, Sender>>;

/** Why an attempt failed, in words that hold no secret. permanent: no retry can help. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';
  readonly permanent: boolean;
  constructor(reason: string, o: { permanent: boolean }) {
    super(reason);
    this.permanent = o.permanent;
  }
}
