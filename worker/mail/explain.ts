// What a failed attempt at SMTP means: in words without a secret, for the next attempt, and for the address.
import { oneLine } from '../../core/template/template.ts';
import { SendFailure } from '../senders.ts';

/** What a refusal of these steps says about the mail itself; at the others it says something about our settings. */
const MAIL_STEPS = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** RFC 3463: no such mailbox, no such domain, no address, moved, accepts no mail at all, mailbox disabled. */
const NOBODY_THERE = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;

/** How far an attempt came. */
export interface Progress {
  /** The server had let us in and was told of the mail. */
  begun: boolean;
  /** The whole mail had left: without an answer nobody knows whether the server has taken it. */
  left: boolean;
}

export function explain(error: unknown, { begun, left }: Progress): SendFailure {
  if (!(error instanceof Error)) return new SendFailure('the mail transport failed', { unknown: left });
  const fields = error as { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown };
  const step = typeof fields.command === 'string' ? fields.command : '';
  const status = typeof fields.responseCode === 'number' ? fields.responseCode : 0;
  const response = typeof fields.response === 'string' ? fields.response : '';
  const code = typeof fields.code === 'string' ? fields.code : error.name;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
  // A server that has seen the mail may quote it, with its link: at DATA, in the middle of it, or as it hangs up.
  const blind = begun ? step === 'MAIL FROM' || step === 'RCPT TO' : !step.startsWith('AUTH');
  const said = blind ? response : '';
  const unknown = left && status === 0;
  const words = [
    code,
    status || '',
    said ? '' : enhanced,
    step && `at ${step}`,
    unknown && 'after the whole mail had left',
    code === 'ETLS' && step === 'STARTTLS' && 'where TLS is required',
    said && `(${oneLine(said).slice(0, 200)})`,
  ];
  // An address that SMTP cannot carry, or a mail larger than the server takes, will not get better.
  const unsendable = (code === 'EENVELOPE' && step === 'API') || (code === 'EMESSAGE' && step === 'MAIL FROM');
  const permanent = unsendable || (status >= 500 && MAIL_STEPS.has(step));
  return new SendFailure(words.filter(Boolean).join(' '), {
    permanent,
    unknown,
    nobody_there: permanent && (step === 'RCPT TO' || step === 'DATA') && NOBODY_THERE.test(enhanced),
    // 421 is the server's goodbye at whatever step: it has not taken the mail.
    server_at_fault: !permanent && (!begun || status === 421 || (status >= 400 && step === 'MAIL FROM')),
  });
}
