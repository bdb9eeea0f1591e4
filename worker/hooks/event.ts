// Builds the event for a hook that sends messages: the user, and the codes and hashes for the mail or SMS.
import { randomUUID } from 'node:crypto';
import { eventNameOf, type HookName } from '../../core/hooks/hook.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { LeasedMessage } from '../../core/mail/compose.ts';
import type { OutgoingMessage } from '../../core/senders.ts';

type Token = NonNullable<LeasedMessage['token']>;

interface HookCodes {
  token: string;
  token_hash: string;
}

const NONE: HookCodes = { token: '', token_hash: '' };

/** Mail kinds that have another name in hook events, with that name. */
const ACTIONS: Readonly<Record<string, string>> = { confirmation: 'signup', magic_link: 'magiclink' };

/** Builds the event of a message. The id, the codes and the hashes are the same in every retry. */
export function composeEvent(taken: LeasedMessage, o: { ring: KeyRing; base_url: string }): OutgoingMessage {
  const { message, token, person = {} } = taken;
  const mail = message.channel === 'mail';
  const codes = token ? deriveCodes(token, o.ring) : NONE;
  const content = mail
    ? { email_data: buildEmailData(taken, codes, o) }
    : { sms: { otp: codes.token, phone: message.to, sms_type: message.kind } };
  return {
    id: message.id,
    kind: message.kind,
    channel: message.channel,
    to: message.to,
    subject: '',
    html: '',
    text: '',
    link: '',
    code: codes.token,
    created_at: message.created_at,
    event: {
      metadata: createEventMetadata(mail ? 'send_email' : 'send_sms', message.id, message.created_at),
      user: person,
      ...content,
    },
  };
}

/** Builds the metadata of a hook event that the worker creates. */
export function createEventMetadata(
  hook: HookName,
  uuid: string = randomUUID(),
  time = new Date().toISOString(),
): object {
  return { uuid, time, name: eventNameOf(hook) };
}

function deriveCodes(token: Token, ring: KeyRing): HookCodes {
  const { key_id, id: token_id, generation, digits } = token;
  return {
    token: ring.code({ key_id, token_id, generation, digits }),
    token_hash: `${token.pkce ? 'pkce_' : ''}${ring.sealLinkWith(token_id, key_id)}`,
  };
}

/**
 * Returns email_data. If both addresses must confirm a change of address, one event contains the hashes for both. As in
 * supabase/auth, their names are swapped: `token` and `token_hash_new` belong to the current address, `token_new` and
 * `token_hash` to the new one.
 */
function buildEmailData(
  { message, other }: LeasedMessage,
  own: HookCodes,
  { ring, base_url }: { ring: KeyRing; base_url: string },
): object {
  const { details } = message;
  const present = other ? deriveCodes(other, ring) : null;
  return {
    token: present ? present.token : own.token,
    token_hash: own.token_hash,
    redirect_to: message.redirect_to,
    email_action_type: ACTIONS[message.kind] ?? message.kind,
    site_url: message.base_url || base_url,
    token_new: present ? own.token : '',
    token_hash_new: present ? present.token_hash : '',
    old_email: details?.OldEmail ?? '',
    old_phone: details?.OldPhone ?? '',
    provider: details?.Provider ?? '',
    factor_type: details?.FactorType ?? '',
    ...(details?.MergedEmail ? { merged_email: details.MergedEmail } : {}),
  };
}
