// Composes an SMS from a leased message: derives its code and renders the template of its kind.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { LeasedMessage } from '../../core/mail/compose.ts';
import type { OutgoingMessage } from '../../core/senders.ts';
import type { Settings } from '../../core/settings/table.ts';

/** Returns the text template of an SMS. Codes of second factors have a template of their own. */
export const chooseSmsTemplate = (
  { message }: LeasedMessage,
  settings: Pick<Settings, 'sms_template' | 'mfa_phone_template'>,
): string => (message.kind === 'mfa' ? settings.mfa_phone_template : settings.sms_template);

/** Composes the SMS. Every retry of a message yields the same text. */
export function composeSms(
  { message, token }: LeasedMessage,
  textOf: (code: string) => string,
  ring: Pick<KeyRing, 'code'>,
): OutgoingMessage {
  if (!token) throw new Error(`an SMS of kind ${message.kind} needs a token`);
  const code = ring.code({
    key_id: token.key_id,
    token_id: token.id,
    generation: token.generation,
    digits: token.digits,
  });
  return {
    id: message.id,
    kind: message.kind,
    channel: message.channel,
    to: message.to,
    subject: '',
    html: '',
    text: textOf(code),
    link: '',
    code,
    created_at: message.created_at,
  };
}
