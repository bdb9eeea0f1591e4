// Sends mail over SMTP: one connection and one recipient per mail, by the first server that is up. The only file that knows
// nodemailer.
import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { type MailServer, mailServers } from '../../core/mail_servers.ts';
import { oneLine } from '../../core/template/template.ts';
import { type Circuit, createCircuit } from '../circuit.ts';
import { type Inbox, type Outgoing, type Sender, SendFailure } from '../senders.ts';
import { explain } from './explain.ts';
import { BEST_METHOD, logIn } from './login.ts';

/** Loaded by the first who sends; and not as ES modules, which import node:http (core/node_http.ts). */
const library = () => createRequire(import.meta.url)('nodemailer') as typeof import('nodemailer');

export interface MailSettings {
  smtp_urls: string;
  smtp_host: string;
  smtp_port: number;
  smtp_user: string;
  smtp_pass: string;
  smtp_admin_email: string;
  smtp_sender_name: string;
  api_external_url: string;
}

const CONNECT_MS = 10_000;
/** Where another server may be asked within the same attempt. */
const CONNECT_WITH_OTHERS_MS = 4_000;
/** Shorter than the lease of a message, so that nobody else sends it while this attempt may still succeed. */
const OVERALL_MS = 20_000;

/** A single server is soon asked again, since no other can send; one of several is left alone longer, since others stand in. */
const ALONE = { failures: 5, within_ms: 10_000, open_ms: 5_000 };
const AMONG_OTHERS = { failures: 2, within_ms: 60_000, open_ms: 30_000 };

/** The mail library parses recipients as a header, in which quotes, commas and comments could name somebody else. */
const ONE_ADDRESS = /^[^\s\p{Cc}()<>[\]:;,"\\@]+@[^\s\p{Cc}()<>[\]:;,"\\@]+$/u;

interface Server {
  circuit: Circuit;
  /** Rejects with a SendFailure. */
  send(mail: object): Promise<void>;
}

/** The sender of the mail channel. */
export function createMailSender(settings: MailSettings, o: { overall_ms?: number; now?: () => number } = {}): Sender {
  const overall = o.overall_ms ?? OVERALL_MS;
  const from = senderOf(settings);
  const list = mailServers(settings);
  const several = list.length > 1;
  const servers = list.map(
    (server): Server => ({
      circuit: createCircuit({ ...(several ? AMONG_OTHERS : ALONE), ...(o.now ? { now: o.now } : {}) }),
      send: transportOf(server, {
        overall,
        connect: several ? CONNECT_WITH_OTHERS_MS : CONNECT_MS,
        name: ehloName(settings.api_external_url),
      }),
    }),
  );

  return async (message, signal) => {
    if (!ONE_ADDRESS.test(from.address)) throw new SendFailure('SVC_SMTP_ADMIN_EMAIL is not an address', {});
    if (!ONE_ADDRESS.test(message.to)) throw new SendFailure('this is not one plain address', { permanent: true });
    await byFirstThatIsUp(servers, {
      ...mailOf(message, from),
      signal: AbortSignal.any([signal, AbortSignal.timeout(overall)]),
    });
  };
}

/** The next server is asked only where this one has surely not taken the mail. */
async function byFirstThatIsUp(servers: readonly Server[], mail: object): Promise<void> {
  let last: SendFailure | undefined;
  for (const { circuit, send } of servers) {
    if (circuit.pause() > 0) continue;
    try {
      await send(mail);
      circuit.answered();
      return;
    } catch (error) {
      if (!(error instanceof SendFailure && error.server_at_fault)) {
        circuit.answered();
        throw error;
      }
      circuit.failed();
      last = error;
    }
  }
  const pause = Math.min(...servers.map(({ circuit }) => circuit.pause()));
  if (last === undefined) throw new SendFailure('the mail server fails and is left alone', { retry_after: pause });
  throw last;
}

function transportOf(
  { host, port, secure, user, pass }: MailServer,
  o: { overall: number; connect: number; name: string },
): Server['send'] {
  const transport = library().createTransport({
    host,
    port,
    secure,
    name: o.name,
    connectionTimeout: o.connect,
    greetingTimeout: o.connect,
    dnsTimeout: o.connect,
    socketTimeout: o.overall,
    // Mails are text that we made: nothing in them may ever name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user
      ? { auth: { type: 'custom', method: BEST_METHOD, user, pass }, customAuth: { [BEST_METHOD]: logIn } }
      : {}),
  });
  // The text is asked for once the server has let us in; before that another server may have the mail instead.
  transport.use('stream', (mail, done) => {
    const { began } = mail.data as { began?: () => void };
    mail.message.transform(() => {
      began?.();
      return new PassThrough();
    });
    done();
  });
  return async (mail) => {
    let begun = false;
    const began = (): void => {
      begun = true;
    };
    try {
      await transport.sendMail({ ...mail, began } as object);
    } catch (error) {
      throw explain(error, begun);
    }
  };
}

/** The sender of a process that shows its messages itself: handing them over counts as sent. */
export function createInboxSender(inbox: Inbox, settings: MailSettings): Sender {
  const compose = (mail: object) =>
    library()
      .createTransport({
        streamTransport: true as const,
        buffer: true,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      .sendMail(mail);
  const { name, address } = senderOf(settings);
  const from = { name, address: address || 'postern@localhost' };
  return async (message) => {
    if (message.channel !== 'mail') return inbox(message, '');
    const { message: source } = await compose(mailOf(message, from));
    return inbox(message, String(source));
  };
}

interface Address {
  name: string;
  address: string;
}

function senderOf(settings: MailSettings): Address {
  return { name: oneLine(settings.smtp_sender_name), address: oneLine(settings.smtp_admin_email) };
}

/** Bytes of an encoded word: 75 characters of base64 with what stands around it. */
const WORD_BYTES = 42;

/** A subject as it is written: where it looks like the encoding of headers, programs would show what it decodes to. */
function literally(subject: string): string {
  if (!subject.includes('=?')) return subject;
  const words = [''];
  for (const character of subject) {
    const longer = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(longer) > WORD_BYTES) words.push(character);
    else words[words.length - 1] = longer;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** A message as the library wants it: a fixed set of keys, and nothing spread into them. */
export function mailOf(message: Outgoing, from: Address) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1) || 'localhost';
  return {
    from,
    to: { name: '', address: message.to },
    envelope: { from: from.address, to: [message.to] },
    messageId: `<${message.id}@${domain}>`,
    date: new Date(message.created_at),
    subject: literally(message.subject),
    text: message.text,
    html: message.html,
    encoding: 'quoted-printable' as const,
    textEncoding: 'quoted-printable' as const,
  };
}

function ehloName(api_external_url: string): string {
  return URL.canParse(api_external_url) ? new URL(api_external_url).hostname : 'localhost';
}
