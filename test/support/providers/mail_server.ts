// A mail server that stores received mails, and runs a function of the test at each SMTP step.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  /** Recipients of the SMTP envelope. */
  to: string[];
  raw: string;
  parsed: Email;
}

export type SmtpStep = 'connect' | 'from' | 'to' | 'data' | 'accept';

/** Reaction to an SMTP step: throw smtpError(), wait, call `cut` to close the connection, or do nothing. */
export type SmtpScript = (step: SmtpStep, about: string, cut: () => void) => void | Promise<void>;

export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  /** Addresses of all RCPT commands, including those of mails that were not accepted. */
  recipients: string[];
  script: SmtpScript;
  /** Waits for `count` mails to an address and returns them. */
  waitFor(to: string, count?: number, timeout_ms?: number): Promise<ReceivedMail[]>;
  server: SMTPServer;
  /** Closes every connection, like a restarting server. */
  cutAll(): void;
  close(): Promise<void>;
}

/** Creates an SMTP error with its status code. */
export function smtpError(code: number, text = 'refused by the test'): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** Starts a mail server on a free port of 127.0.0.1. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const connections = () => server.connections as Set<{ id: string; _socket: Socket }>;
  const cut = (id: string): void => {
    for (const connection of connections()) if (connection.id === id) connection._socket.destroy();
  };
  const run = (
    step: SmtpStep,
    about: string,
    session: SMTPServerSession,
    done: (error?: Error | null) => void,
  ): void => {
    Promise.resolve()
      .then(() => sink.script(step, about, () => cut(session.id)))
      .then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
  };
  const receive = async (stream: Readable, session: SMTPServerSession): Promise<void> => {
    const to = session.envelope.rcptTo.map((recipient) => recipient.address);
    const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
    await sink.script('data', to[0] ?? '', () => cut(session.id));
    const raw = await readStream(stream);
    await sink.script('accept', to[0] ?? '', () => cut(session.id));
    sink.mails.push({ from, to, raw, parsed: await PostalMime.parse(raw) });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect: (session, done) => run('connect', session.remoteAddress, session, done),
    onMailFrom: (address, session, done) => run('from', address.address, session, done),
    onRcptTo: (address, session, done) => {
      sink.recipients.push(address.address);
      run('to', address.address, session, done);
    },
    onData: (stream, session, done) => {
      receive(stream, session).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
    ...options,
  });
  // A killed client resets its connection.
  server.on('error', () => undefined);
  const sink: MailServer = {
    port: 0,
    mails: [],
    recipients: [],
    script: () => undefined,
    server,
    async waitFor(to, count = 1, timeout_ms = 60_000) {
      const deadline = Date.now() + timeout_ms;
      for (;;) {
        const found = sink.mails.filter((mail) => mail.to.includes(to));
        if (found.length >= count) return found;
        if (Date.now() > deadline)
          throw new Error(`${found.length} of ${count} mails to ${to} arrived in ${timeout_ms} ms`);
        await sleep(10);
      }
    },
    cutAll: () => {
      for (const connection of connections()) connection._socket.destroy();
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await closed;
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the sink has no port');
  sink.port = address.port;
  return sink;
}

async function readStream(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
