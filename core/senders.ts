// Interface between the worker and the message channels: messages and errors.

/** A message that is ready to send. It contains link and code, so it must only be passed to its channel. */
export interface OutgoingMessage {
  id: string;
  kind: string;
  /** Channel: mail, sms or whatsapp. */
  channel: string;
  to: string;
  subject: string;
  html: string;
  /** The body as plain text. */
  text: string;
  /** Empty if the message has no link. */
  link: string;
  code: string;
  /** Time of the request that caused the message; the same on every retry. */
  created_at: string;
  /** Event for the hook, if a hook sends the message. */
  event?: object;
}

/** Sends a message. May call `waits` once, when it only waits for the server's reply. */
export type Sender = (message: OutgoingMessage, signal: AbortSignal, waits?: () => void) => Promise<void>;

/** Displays a message instead of sending it. `source` is the raw mail; '' for an SMS. */
export type DisplayMessage = (message: OutgoingMessage, source: string) => void | Promise<void>;

/** The sender of each channel. Messages of a channel without a sender are skipped. */
export type Senders = Partial<Record<string, Sender>>;

interface SendErrorOptions {
  /** True if a retry cannot succeed. */
  permanent?: boolean;
  /** True if the message may have been sent. */
  unknown?: boolean;
  /** Seconds to wait before a retry, as requested by the server. */
  retry_after?: number;
  /** True if the address does not exist, so that no more messages may be sent to it. */
  nobody_there?: boolean;
  /** True if the server certainly has not accepted the message, and another server might accept it. */
  server_at_fault?: boolean;
}

/** Thrown if sending failed. The message contains no secret. */
export class SendError extends Error {
  readonly code = 'send_failed';
  override readonly name = 'SendError';
  readonly permanent: boolean;
  readonly unknown: boolean;
  readonly retry_after: number | undefined;
  readonly nobody_there: boolean;
  readonly server_at_fault: boolean;
  constructor(reason: string, failure: SendErrorOptions) {
    super(reason);
    this.permanent = failure.permanent ?? false;
    this.unknown = failure.unknown ?? false;
    this.retry_after = failure.retry_after;
    this.nobody_there = failure.nobody_there ?? false;
    this.server_at_fault = failure.server_at_fault ?? false;
  }
}
