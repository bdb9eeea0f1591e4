// Turns a taken message into an SMS: derives its code and fills in the template of its kind.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { TakenMessage } from '../mail/compose.ts';
import type { Outgoing } from '../senders.ts';

/** The setting that says what an SMS says: the code of a second factor has one of its own. */
export const smsTemplateOf = (
  { message }: TakenMessage,
  settings: Pick<Settings, 'sms_template' | 'mfa_phone_template'>,
): string => (message.kind === 'mfa' ? settings.mfa_phone_template : settings.sms_template);

/** The SMS of a taken message. The same message gives the same text on every retry. */
export function composeSms(
  { message, token }: TakenMessage,
  textOf: (code: string) => string,
  ring: Pick<KeyRing, 'code'>,
): Outgoing {
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
