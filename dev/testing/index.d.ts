// Interface of `postern/testing` for the tests of an app.

/** Options of startPostern(). */
export interface StartOptions {
  /**
   * Settings by the names of their environment variables, such as `{ SVC_MAILER_OTP_EXP: '60' }`. They override those of
   * docs/testing.md. The environment of your test and its .env file are not read.
   */
  settings?: Record<string, string>;
  /** Longest duration of the start, in milliseconds. Default: 60,000. */
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
  /** Empty if the message has none. */
  link: string;
  /** Empty if the message has none. */
  code: string;
  /** Time at which Postern sent it, in the form of RFC 3339. */
  received_at: string;
}

/** Selects messages. Each member that is given must match. */
export interface MessageFilter {
  /** The whole address in any case, or a phone number with or without `+`. */
  to?: string;
  kind?: string;
}

export interface WaitOptions extends MessageFilter {
  /** Longest wait, in milliseconds. Default: 10,000. */
  timeout_ms?: number;
}

/** The messages that Postern would have sent. */
export interface Inbox {
  /** URL of the inbox, for a browser or for other requests. */
  readonly url: string;
  /** Returns all messages that match, oldest first. */
  list(filter?: MessageFilter): Promise<Message[]>;
  /** Waits for the oldest message that matches and that no earlier call has returned. Rejects if none arrives in time. */
  waitFor(filter: WaitOptions): Promise<Message>;
  /** Waits as waitFor() does, and returns the link of the message. */
  link(filter: WaitOptions): Promise<string>;
  /** Waits as waitFor() does, and returns the code of the message. */
  code(filter: WaitOptions): Promise<string>;
  /** Deletes all messages. */
  clear(): Promise<void>;
}

/** A user who can sign in, with a session. */
export interface TestUser {
  id: string;
  email: string;
  password: string;
  access_token: string;
  refresh_token: string;
}

export interface UserOptions {
  /** Default: a new address of example.com. */
  email?: string;
  /** Default: a random one. */
  password?: string;
  user_metadata?: Record<string, unknown>;
  app_metadata?: Record<string, unknown>;
}

/** A running Postern with a database of its own. */
export interface TestServer {
  /** URL of the API. */
  readonly url: string;
  /** The public key that clients send, a JWT with the role `anon`. */
  readonly anon_key: string;
  /** A JWT with the role `service_role`, for the admin API. */
  readonly service_role_key: string;
  /** The secret that signs access tokens (HS256). Empty if `SVC_JWT_KEYS` is set. */
  readonly jwt_secret: string;
  /** URL of the database, as its superuser: for your own tables and policies. */
  readonly database_url: string;
  readonly inbox: Inbox;
  /** Creates a user with a confirmed address, and signs in. */
  createUser(options?: UserOptions): Promise<TestUser>;
  /** Stops the server and deletes its data. Rejects if the server had ended by itself. Can be called twice. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts Postern with an embedded Postgres in a temporary folder, on free ports, and waits until it answers requests. It ends with
 * stop(), and with the process that started it.
 */
export declare function startPostern(options?: StartOptions): Promise<TestServer>;
