// Sends mail over SMTP: one connection and one recipient per mail. The only file that knows nodemailer.
import { createTransport } from 'nodemailer';
import { oneLine } from '../../core/template/template.ts';
import { type Outgoing, type Sender, SendFailure } from '../senders.ts';
import { BEST_METHOD, logIn } from './login.ts';

export interface MailSettings {
  smtp_host: string;
  smtp_port: number;
  smtp_user: string;
  smtp_pass: string;
  smtp_admin_email: string;
  smtp_sender_name: string;
  api_external_url: string;
}

const CONNECT_MS = 10_000;
/** Shorter than the lease of a message, so that nobody else sends it while this attempt may still succeed. */
const OVERALL_MS = 20_000;

/** The library reads recipients as a header, where quotes, commas and comments can name somebody else. */
const ONE_ADDRESS = /^[^\s\p{Cc}()<>[\]:;,"\\@]+@[^\s\p{Cc}()<>[\]:;,"\\@]+$/u;

/** The sender of the mail channel. */
export function createMailSender(settings: MailSettings, o: { overall_ms?: number } = {}): Sender {
  const overall = o.overall_ms ?? OVERALL_MS;
  const address = oneLine(settings.smtp_admin_email);
  const name = oneLine(settings.smtp_sender_name);
  const domain = address.slice(address.lastIndexOf('@') + 1) || 'localhost';
  const transport = createTransport({
    host: settings.smtp_host,
    port: settings.smtp_port,
    secure: settings.smtp_port === 465,
    name: ehloName(settings.api_external_url),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: overall,
    // Mails are text that we made: nothing in them may ever name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(settings.smtp_user ? { auth: credentials(settings), customAuth: { [BEST_METHOD]: logIn } } : {}),
  });

  return async (message, signal) => {
    if (!ONE_ADDRESS.test(address))
      throw new SendFailure('SVC_SMTP_ADMIN_EMAIL is not an address', { permanent: false });
    if (!ONE_ADDRESS.test(message.to)) throw new SendFailure('this is not one plain address', { permanent: true });
    try {
      // A fixed set of keys, and nothing spread into them.
      await transport.sendMail({
        from: name ? { name, address } : { name: '', address },
        to: { name: '', address: message.to },
        envelope: { from: address, to: [message.to] },
        messageId: `<${message.id}@${domain}>`,
        date: new Date(message.created_at),
        subject: message.subject,
        text: message.text,
        html: message.html,
        encoding: 'quoted-printable',
        textEncoding: 'quoted-printable',
        signal: AbortSignal.any([signal, AbortSignal.timeout(overall)]),
      });
    } catch (error) {
      throw explain(error);
    }
  };
}

/** The sender of a process that shows its mails itself: handing them over counts as sent. */
export function createInboxSender(inbox: (message: Outgoing) => void | Promise<void>): Sender {
  return async (message) => inbox(message);
}

function credentials(settings: MailSettings) {
  return { type: 'custom', method: BEST_METHOD, user: settings.smtp_user, pass: settings.smtp_pass };
}

function ehloName(api_external_url: string): string {
  return URL.canParse(api_external_url) ? new URL(api_external_url).hostname : 'localhost';
}

/** What a refusal of these steps says about the mail itself; at the others it says something about our settings. */
const MAIL_STEPS = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** Words without a secret: after DATA a server may quote the mail, with its link, in its refusal. */
function explain(error: unknown): SendFailure {
  if (!(error instanceof Error)) return new SendFailure('the mail transport failed', { permanent: false });
  const fields = error as { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown };
  const step = typeof fields.command === 'string' ? fields.command : '';
  const status = typeof fields.responseCode === 'number' ? fields.responseCode : 0;
  const code = typeof fields.code === 'string' ? fields.code : error.name;
  const said =
    step !== 'DATA' && !step.startsWith('AUTH') && typeof fields.response === 'string' ? fields.response : '';
  const enhanced =
    typeof fields.response === 'string' ? (/^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(fields.response)?.[1] ?? '') : '';
  const words = [
    code,
    status || '',
    said ? '' : enhanced,
    step && `at ${step}`,
    said && `(${oneLine(said).slice(0, 200)})`,
  ];
  // An address that SMTP cannot carry, or a mail larger than the server takes, will not get better.
  const unsendable = (code === 'EENVELOPE' && step === 'API') || (code === 'EMESSAGE' && step === 'MAIL FROM');
  return new SendFailure(words.filter(Boolean).join(' '), {
    permanent: unsendable || (status >= 500 && MAIL_STEPS.has(step)),
  });
}
