// Classifies a failed SMTP attempt: a reason without secrets, whether to retry, and whether the address exists.

import { SendError } from '../senders.ts';
import { toOneLine } from '../template/template.ts';

/** SMTP commands whose rejection is about this mail, not about the connection or the login. */
const MAIL_STEPS = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/**
 * Matches RFC 3463 status codes: no such mailbox, no such domain, invalid address, moved, accepts no mail, mailbox
 * disabled.
 */
const NOBODY_THERE = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;

/** Progress of an SMTP attempt. */
export interface SmtpProgress {
  /** True if the server accepted the login and the mail transaction has begun. */
  begun: boolean;
  /** True if the whole mail was transmitted. Without a reply it is unknown whether the server accepted it. */
  left: boolean;
}

export function toSendError(error: unknown, { begun, left }: SmtpProgress): SendError {
  if (!(error instanceof Error)) return new SendError('the mail transport failed', { unknown: left });
  const fields = error as { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown };
  const step = typeof fields.command === 'string' ? fields.command : '';
  const status = typeof fields.responseCode === 'number' ? fields.responseCode : 0;
  const response = typeof fields.response === 'string' ? fields.response : '';
  const code = typeof fields.code === 'string' ? fields.code : error.name;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
  // A server that has received the mail may quote it, including the link: at DATA, during the transfer, or when it
  // disconnects. At AUTH, a server may quote the credentials.
  const response_is_safe = begun ? step === 'MAIL FROM' || step === 'RCPT TO' : !step.startsWith('AUTH');
  const shown = response_is_safe ? response : '';
  const unknown = left && status === 0;
  const words = [
    code,
    status || '',
    shown ? '' : enhanced,
    step && `at ${step}`,
    unknown && 'after the whole mail had left',
    code === 'ETLS' && step === 'STARTTLS' && 'where TLS is required',
    shown && `(${toOneLine(shown).slice(0, 200)})`,
  ];
  // No retry can succeed: the address is invalid in SMTP, or the mail exceeds the server's size limit.
  const unsendable = (code === 'EENVELOPE' && step === 'API') || (code === 'EMESSAGE' && step === 'MAIL FROM');
  const permanent = unsendable || (status >= 500 && MAIL_STEPS.has(step));
  return new SendError(words.filter(Boolean).join(' '), {
    permanent,
    unknown,
    nobody_there: permanent && (step === 'RCPT TO' || step === 'DATA') && NOBODY_THERE.test(enhanced),
    // At any step, 421 means that the server closes the connection without accepting the mail.
    server_at_fault: !permanent && (!begun || status === 421 || (status >= 400 && step === 'MAIL FROM')),
  });
}
