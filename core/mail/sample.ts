// Composes a mail with sample values, for previews. Its link and code do not work.
import { randomBytes } from 'node:crypto';
import { createKeyRing } from '../keys/ring.ts';
import type { OutgoingMessage } from '../senders.ts';
import type { Settings } from '../settings/table.ts';
import { composeMail, type LeasedMessage } from './compose.ts';
import type { MailKindName } from './kinds.ts';
import type { MailTemplate } from './mail_template.ts';

const PURPOSES: Partial<Record<MailKindName, string>> = {
  confirmation: 'signup',
  magic_link: 'magiclink',
};

const DETAILS = {
  OldEmail: 'former@example.org',
  OldPhone: '4915110000001',
  Phone: '4915110000002',
  Provider: 'github',
  FactorType: 'totp',
  Device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  IPAddress: '192.0.2.7',
  Time: '2031-05-01T12:00:00.0Z',
};

/** Composes a mail of a kind from a template, for a user with this user_metadata. */
export function composeSampleMail(
  kind: MailKindName,
  template: MailTemplate,
  o: { settings: Settings; to: string; data: Record<string, unknown> },
): OutgoingMessage {
  const ring = createKeyRing({ security_pepper: `1:${randomBytes(32).toString('base64')}`, jwt_secret: '' });
  const taken: LeasedMessage = {
    message: {
      id: '00000000-0000-4000-8000-000000000000',
      kind,
      channel: 'mail',
      to: o.to,
      attempt: 1,
      base_url: '',
      redirect_to: o.settings.site_url,
      details: DETAILS,
      created_at: new Date().toISOString(),
    },
    token: {
      id: '00000000-0000-4000-8000-000000000001',
      generation: 1,
      key_id: 1,
      digits: o.settings.mailer_otp_length,
      purpose: PURPOSES[kind] ?? kind,
      pkce: false,
    },
    user: { email: o.to, new_email: 'new@example.org', phone: '4915110000002', data: o.data },
  };
  return composeMail(taken, o.settings, ring, template);
}
