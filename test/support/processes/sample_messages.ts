// One mail of each kind and one SMS, composed by the worker's code, for screenshots and page tests.
import { createKeyRing } from '../../../core/keys/ring.ts';
import { type ComposeSettings, composeMail, type LeasedMessage } from '../../../core/mail/compose.ts';
import { MAIL_KINDS, type MailKindName } from '../../../core/mail/kinds.ts';
import type { OutgoingMessage } from '../../../core/senders.ts';
import { SETTINGS } from '../../../core/settings/table.ts';
import { parseSmsTemplate } from '../../../core/sms/text.ts';
import { composeSms } from '../../../worker/sms/compose.ts';

const PURPOSES: Partial<Record<MailKindName, string>> = {
  confirmation: 'signup',
  invite: 'invite',
  recovery: 'recovery',
  magic_link: 'magiclink',
  email_change: 'email_change',
};

/** Values that notification mails contain. */
const DETAILS = {
  OldEmail: 'ada.lovelace@example.com',
  OldPhone: '15550100123',
  Phone: '15550100456',
  Provider: 'github',
  FactorType: 'totp',
  Device: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  IPAddress: '203.0.113.7',
  Time: '2031-01-01T12:00:00.0Z',
  Client: 'Field Notes',
  Host: 'notes.example.com',
  Scopes: 'email profile',
};

/** Composes the messages. `url` is the URL of the API. */
export function composeSampleMessages(url = 'http://localhost:8081'): OutgoingMessage[] {
  const defaults = Object.fromEntries(Object.entries(SETTINGS).map(([key, row]) => [key, row.default]));
  const settings = {
    ...defaults,
    site_url: 'https://app.example.com',
    api_external_url: url,
  } as unknown as ComposeSettings;
  const ring = createKeyRing({ security_pepper: `1:${Buffer.alloc(32, 7).toString('base64')}`, jwt_secret: '' });
  const taken = (kind: string, channel: string, at: number): LeasedMessage => ({
    message: {
      id: `0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d${10 + at}`,
      kind,
      channel,
      to: channel === 'sms' ? '15550100123' : 'ada.lovelace@example.com',
      attempt: 1,
      base_url: url,
      redirect_to: url,
      details: DETAILS,
      created_at: '2031-01-01T00:00:00.000Z',
    },
    token: {
      id: '7a5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11',
      generation: 1,
      key_id: 1,
      digits: 6,
      purpose: PURPOSES[kind as MailKindName] ?? kind,
      pkce: false,
    },
    user: {
      email: 'ada.lovelace@example.com',
      new_email: 'augusta.ada.king@example.com',
      phone: '15550100123',
      data: { name: 'Ada' },
    },
  });
  const mails = Object.keys(MAIL_KINDS).map((kind, at) => composeMail(taken(kind, 'mail', at), settings, ring));
  return [...mails, composeSms(taken('sms', 'sms', mails.length), parseSmsTemplate('Your code is {{ .Code }}'), ring)];
}
