// The embedded start's inbox: a mail as text for the terminal. It holds a link or code, so it never goes to the log.
import type { Outgoing } from '../../worker/senders.ts';

const RULE = '─'.repeat(72);

/** The mail as a block of lines. Control characters go: a user chooses some of the text, and a terminal obeys them. */
export function showMail(mail: Pick<Outgoing, 'to' | 'subject' | 'text'>): string {
  const lines = [RULE, `Mail to ${mail.to}: ${mail.subject}`, '', mail.text.trim(), RULE];
  return lines.map(plain).join('\n');
}

function plain(text: string): string {
  return Array.from(text)
    .filter((character) => character === '\n' || !isControl(character.codePointAt(0) ?? 0))
    .join('');
}

/** C0 and C1 controls, and what turns the direction of writing around. */
function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0x202a && code <= 0x202e);
}
