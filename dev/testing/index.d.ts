// Interface of `postern/testing` for the tests of an app.

/** Options of startPostern(). */
export interface StartOptions {
  /**
   * Settings by the names of their environment variables, such as `{ SVC_MAILER_OTP_EXP: '60' }`. They override the
   * defaults in docs/testing.md. The environment and .env file of your test are not read.
   */
  settings?: Record<string, string>;
  /** Timeout of the start in milliseconds. Default: 60,000. */
  timeout_ms?: number;
}

/** A mail or an SMS that Postern would have sent. */
export interface Message {
  id: string;
  /** The mail kind, such as `confirmation` or `recovery`; `sms` for an SMS. */
  kind: string;
  channel: 'mail' | 'sms';
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Link in the message; '' if it has none. */
  link: string;
  /** Code in the message; '' if it has none. */
  code: string;
  /** Time at which the inbox received the message, in RFC 3339. */
  received_at: string;
}

/** Selects messages. All given members must match. */
export interface MessageFilter {
  /** The exact address, case-insensitive, or a phone number with or without `+`. */
  to?: string;
  kind?: string;
}

export interface WaitOptions extends MessageFilter {
  /** Timeout of the wait in milliseconds. Default: 10,000. */
  timeout_ms?: number;
}

/** The messages that Postern would have sent. */
export interface Inbox {
  /** URL of the inbox. */
  readonly url: string;
  /** Returns all matching messages, oldest first. */
  list(filter?: MessageFilter): Promise<Message[]>;
  /** Waits for the oldest matching message that no earlier call has returned. Rejects if none arrives in time. */
  waitFor(filter: WaitOptions): Promise<Message>;
  /** Waits like waitFor() and returns the link of the message. Rejects if the message has none. */
  link(filter: WaitOptions): Promise<string>;
  /** Waits like waitFor() and returns the code of the message. Rejects if the message has none. */
  code(filter: WaitOptions): Promise<string>;
  /** Deletes all messages. */
  clear(): Promise<void>;
}

/** A user with a session. */
export interface TestUser {
  id: string;
  email: string;
  password: string;
  access_token: string;
  refresh_token: string;
}

export interface UserOptions {
  /** E-mail address. Default: a new address of example.com. */
  email?: string;
  /** Password. Default: a random one. */
  password?: string;
  user_metadata?: Record<string, unknown>;
  app_metadata?: Record<string, unknown>;
}

/** A running Postern with its own database. */
export interface TestServer {
  /** URL of the API. */
  readonly url: string;
  /** The public key of clients, a JWT with the role `anon`. */
  readonly anon_key: string;
  /** A JWT with the role `service_role`, for the admin API. */
  readonly service_role_key: string;
  /** The secret that signs access tokens (HS256). '' if `SVC_JWT_KEYS` is set. */
  readonly jwt_secret: string;
  /** URL of the database as superuser, for your own tables and policies. */
  readonly database_url: string;
  readonly inbox: Inbox;
  /** Creates a user with a confirmed address and signs in. */
  createUser(options?: UserOptions): Promise<TestUser>;
  /**
   * Stops the server and deletes its data. Rejects if the server had ended before or does not stop cleanly. Can be
   * called twice.
   */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts Postern with an embedded Postgres in a temporary folder, on free ports. Resolves when it accepts requests.
 * The server ends with stop(), or when the process that started it ends.
 */
export declare function startPostern(options?: StartOptions): Promise<TestServer>;
