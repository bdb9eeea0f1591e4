// Sends mails over SMTP with pooled connections, one recipient per mail, through the first available server.
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type MimeNode from 'nodemailer/lib/mime-node';
import { type CircuitBreaker, createCircuitBreaker } from '../circuit.ts';
import { type MailServer, type MailServerSettings, mailServers } from '../mail_servers.ts';
import { type DisplayMessage, type OutgoingMessage, SendError, type Sender } from '../senders.ts';
import { toOneLine } from '../template/template.ts';
import { LOGIN_METHOD_NAME, logIn } from './login.ts';
import { type SmtpProgress, toSendError } from './smtp_error.ts';

/**
 * Loads nodemailer when the first transport is created. import() would load its ES module, which loads node:http (see
 * core/node_http.ts).
 */
const load = createRequire(import.meta.url);
const library = () => load('nodemailer') as typeof import('nodemailer');
/** The library's encoder of quoted-printable, the only encoding that buildMail() uses. */
type QuotedPrintable = typeof import('nodemailer/lib/qp');
const LINE_LENGTH = 76;

export interface MailSettings extends MailServerSettings {
  mail_concurrency: number;
  smtp_admin_email: string;
  smtp_sender_name: string;
  smtp_headers?: Readonly<Record<string, readonly string[]>>;
  api_external_url: string;
}

const CONNECT_MS = 10_000;
/** Connect timeout in milliseconds if the attempt can continue with other servers. */
const CONNECT_WITH_OTHERS_MS = 4_000;
/** Timeout in milliseconds for the transmission of a mail. After it the mail may be retried. */
const OVERALL_MS = 20_000;
/**
 * Timeout in milliseconds for the server's reply to a mail (RFC 5321, section 4.5.3.2.6). Meanwhile the worker
 * extends the lease.
 */
const ANSWER_MS = 600_000;
/** Time in milliseconds without a reply after which a mail releases its slot in the queue. */
const PATIENCE_MS = 1_000;
/**
 * Time in milliseconds after which an idle connection is closed. Servers wait five minutes (RFC 5321, section
 * 4.5.3.2.7).
 */
const IDLE_MS = 5_000;

/** Circuit breaker options. The pause of a single server is short, because no other server can send. */
const ALONE = { failures: 5, within_ms: 10_000, open_ms: 5_000 };
const AMONG_OTHERS = { failures: 2, within_ms: 60_000, open_ms: 30_000 };

/**
 * Matches a single address. The library parses recipients as a header, in which quotes, commas and comments could add
 * other recipients.
 */
const ONE_ADDRESS = /^[^\s\p{Cc}()<>[\]:;,"\\@]+@[^\s\p{Cc}()<>[\]:;,"\\@]+$/u;

interface Server {
  circuit: CircuitBreaker;
  /** Sends a mail. Calls `left` when the whole mail is transmitted. Rejects with a SendError. */
  send(mail: object, left: () => void): Promise<void>;
  close(): void;
}

export interface MailSender extends Sender {
  /** Closes idle connections now, and others after their mail. */
  close(): void;
}

export interface MailSenderOptions {
  overall_ms?: number;
  answer_ms?: number;
  now?: () => number;
}

/** Creates the sender of the mail channel. */
export function createMailSender(settings: MailSettings, o: MailSenderOptions = {}): MailSender {
  const { overall_ms = OVERALL_MS, answer_ms = ANSWER_MS } = o;
  const from = readSenderAddress(settings);
  const list = mailServers(settings);
  const several = list.length > 1;
  const servers = list.map(
    (server): Server => ({
      circuit: createCircuitBreaker({ ...(several ? AMONG_OTHERS : ALONE), ...(o.now ? { now: o.now } : {}) }),
      ...createTransport(server, {
        answer: answer_ms,
        connect: several ? CONNECT_WITH_OTHERS_MS : CONNECT_MS,
        connections: settings.mail_concurrency,
        name: ehloName(settings.api_external_url),
      }),
    }),
  );

  /**
   * Number of mails that wait for the server's reply without a slot. At most as many as there are slots, to limit the
   * load on the server.
   */
  let aside = 0;
  const send: Sender = async (message, signal, waits = () => undefined) => {
    if (!ONE_ADDRESS.test(from.address)) throw new SendError('SVC_SMTP_ADMIN_EMAIL is not an address', {});
    if (!ONE_ADDRESS.test(message.to)) throw new SendError('this is not one plain address', { permanent: true });
    const late = new AbortController();
    let timer = setTimeout(() => late.abort(), overall_ms);
    let patience: NodeJS.Timeout | undefined;
    let is_aside = false;
    const leave = (): void => {
      if (is_aside || aside >= settings.mail_concurrency) return;
      is_aside = true;
      aside += 1;
      waits();
    };
    const left = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => late.abort(), answer_ms);
      clearTimeout(patience);
      patience = setTimeout(leave, PATIENCE_MS);
    };
    const mail = { ...buildMail(message, from, settings.smtp_headers), signal: AbortSignal.any([signal, late.signal]) };
    await sendByFirstAvailable(servers, mail, left).finally(() => {
      clearTimeout(timer);
      clearTimeout(patience);
      if (is_aside) aside -= 1;
    });
  };
  return Object.assign(send, {
    close: () => {
      for (const server of servers) server.close();
    },
  });
}

/** Tries the servers in order. Continues with the next one only if a server certainly has not accepted the mail. */
async function sendByFirstAvailable(servers: readonly Server[], mail: object, left: () => void): Promise<void> {
  let last: SendError | undefined;
  for (const { circuit, send } of servers) {
    if (circuit.pause() > 0) continue;
    try {
      await send(mail, left);
      circuit.answered();
      return;
    } catch (error) {
      const failure = error instanceof SendError ? error : null;
      if (failure?.server_at_fault || failure?.unknown) circuit.failed();
      else circuit.answered();
      if (!failure?.server_at_fault) throw error;
      last = failure;
    }
  }
  const pause = Math.min(...servers.map(({ circuit }) => circuit.pause()));
  if (last === undefined) throw new SendError('the mail server fails and is left alone', { retry_after: pause });
  throw last;
}

function createTransport(
  { host, port, secure, require_tls, user, pass }: MailServer,
  o: { answer: number; connect: number; connections: number; name: string },
): Pick<Server, 'send' | 'close'> {
  const transport = library().createTransport({
    pool: true,
    // A mail that waits for its reply keeps its connection but releases its slot in the queue.
    maxConnections: o.connections * 2,
    // Reconnects if the server has closed the connection before any byte of the mail was sent.
    maxRequeues: 2,
    idleTimeout: IDLE_MS,
    host,
    port,
    secure,
    requireTLS: require_tls,
    name: o.name,
    connectionTimeout: o.connect,
    greetingTimeout: o.connect,
    dnsTimeout: o.connect,
    // Longer than ANSWER_MS, so that the timers of createMailSender() end an attempt first.
    socketTimeout: o.answer + 30_000,
    // The library must never read a file or URL for the content of a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user
      ? { auth: { type: 'custom', method: LOGIN_METHOD_NAME, user, pass }, customAuth: { [LOGIN_METHOD_NAME]: logIn } }
      : {}),
  });
  const encoder = load('nodemailer/lib/qp') as QuotedPrintable;
  // The library requests the mail after the login and reads it at DATA.
  transport.use('stream', (mail, done) => {
    const { began, left } = mail.data as { began?: () => void; left?: () => void };
    let whole: Buffer;
    try {
      whole = Buffer.from(renderTextPart(mail.message, encoder));
    } catch (error) {
      return done(error as Error);
    }
    mail.message.createReadStream = () => {
      began?.();
      // A single chunk, because each chunk is a write to the socket.
      return Readable.from([whole], { objectMode: false }).once('end', () => left?.());
    };
    done();
  });
  return {
    async send(mail, left) {
      const progress: SmtpProgress = { begun: false, left: false };
      const began = (): void => {
        progress.begun = true;
      };
      const gone = (): void => {
        progress.left = true;
        left();
      };
      try {
        await transport.sendMail({ ...mail, began, left: gone } as object);
      } catch (error) {
        throw toSendError(error, progress);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Returns the raw text of a mail that buildMail() built. The library's streams yield the same text at several times the
 * cost.
 */
function renderTextPart(part: MimeNode, encoder: QuotedPrintable): string {
  const head = `${part.buildHeaders()}\r\n\r\n`;
  if (part.multipart) {
    const parts = part.childNodes.map((child) => `--${part.boundary}\r\n${renderTextPart(child, encoder)}\r\n`);
    return `${head}${parts.join('')}--${part.boundary}--\r\n`;
  }
  const { content = '' } = part;
  if (typeof content !== 'string') throw new Error('a part of a mail is no text');
  return head + encoder.wrap(encoder.encode(content), LINE_LENGTH);
}

/** Creates the sender of a process with an inbox. A message counts as sent when the inbox has it. */
export function createInboxSender(inbox: DisplayMessage, settings: MailSettings): Sender {
  const compose = (mail: object) =>
    library()
      .createTransport({
        streamTransport: true as const,
        buffer: true,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      .sendMail(mail);
  const { name, address } = readSenderAddress(settings);
  const from = { name, address: address || 'postern@localhost' };
  return async (message) => {
    if (message.channel !== 'mail') return inbox(message, '');
    const { message: source } = await compose(buildMail(message, from));
    return inbox(message, String(source));
  };
}

interface SenderAddress {
  name: string;
  address: string;
}

function readSenderAddress(settings: MailSettings): SenderAddress {
  return { name: toOneLine(settings.smtp_sender_name), address: toOneLine(settings.smtp_admin_email) };
}

/** Bytes per encoded word, which has at most 75 characters with delimiters (RFC 2047). */
const WORD_BYTES = 42;

/** Encodes a subject that contains `=?`, because mail programs could decode it as an encoded word. */
function encodeSubject(subject: string): string {
  if (!subject.includes('=?')) return subject;
  const words = [''];
  for (const character of subject) {
    const longer = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(longer) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = longer;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** Converts a message to the library's format. The keys are fixed, so that a message cannot add options. */
export function buildMail(
  message: OutgoingMessage,
  from: SenderAddress,
  headers: Readonly<Record<string, readonly string[]>> = {},
) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1) || 'localhost';
  return {
    from,
    to: { name: '', address: message.to },
    envelope: { from: from.address, to: [message.to] },
    messageId: `<${message.id}@${domain}>`,
    date: new Date(message.created_at),
    subject: encodeSubject(message.subject),
    text: message.text,
    html: message.html,
    encoding: 'quoted-printable' as const,
    textEncoding: 'quoted-printable' as const,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, values]) => [
        name,
        values.map((value) => value.replaceAll('$messageType', message.kind)),
      ]),
    ),
  };
}

function ehloName(api_external_url: string): string {
  return URL.canParse(api_external_url) ? new URL(api_external_url).hostname : 'localhost';
}
