// Sends a test mail for an administrator without the queue: over SMTP, or into the inbox if there is one.
import { createInboxSender, createMailSender, type MailSender } from '../../core/mail/send.ts';
import { mailServers } from '../../core/mail_servers.ts';
import { type DisplayMessage, type OutgoingMessage, SendError } from '../../core/senders.ts';
import type { Settings } from '../../core/settings/table.ts';

export interface TestMailOutcome {
  /** `unknown`: the whole mail was transmitted, but the server has not replied. */
  outcome: 'sent' | 'failed' | 'unknown';
  error: string | null;
}

export interface TestMailSender {
  /** False if there is neither an inbox nor a configured mail server. */
  ready: boolean;
  send(mail: OutgoingMessage): Promise<TestMailOutcome>;
  close(): void;
}

/** Timeout of the mail server in milliseconds. The default of API_MAX_REQUEST_DURATION is longer. */
const TIMEOUT_MS = 5_000;

export function createTestMailSender(settings: Settings, inbox: DisplayMessage | undefined): TestMailSender {
  const ready = inbox !== undefined || mailServers(settings).length > 0;
  let smtp: MailSender | undefined;
  const send = async (mail: OutgoingMessage): Promise<void> => {
    if (inbox !== undefined) return createInboxSender(inbox, settings)(mail, new AbortController().signal);
    smtp ??= createMailSender(settings, { overall_ms: TIMEOUT_MS, answer_ms: TIMEOUT_MS });
    return smtp(mail, AbortSignal.timeout(TIMEOUT_MS));
  };
  return {
    ready,
    async send(mail) {
      try {
        await send(mail);
        return { outcome: 'sent', error: null };
      } catch (error) {
        if (!(error instanceof SendError)) throw error;
        return { outcome: error.unknown ? 'unknown' : 'failed', error: error.message };
      }
    },
    close: () => smtp?.close(),
  };
}
