// Stores the newest messages in memory, up to a maximum number and size.
import type { OutgoingMessage } from '../../core/senders.ts';

/** A message in the format of the JSON API. */
export interface Message {
  id: string;
  /** Kind of the message, such as confirmation, recovery or sms. */
  kind: string;
  /** Channel: mail or sms. */
  channel: string;
  to: string;
  subject: string;
  text: string;
  link: string;
  code: string;
  /** Time of arrival in RFC 3339. */
  received_at: string;
  html: string;
  /** The raw mail; '' for an SMS. */
  source: string;
}

/** A message in lists. */
export type Summary = Omit<Message, 'html' | 'source'>;

export interface Filter {
  /** Exact address, case-insensitive. A phone number may have a `+`. */
  to?: string | undefined;
  /** Words that must all occur in address, subject, text, kind or channel, case-insensitive. */
  search?: string | undefined;
}

export interface Store {
  add(message: OutgoingMessage, source: string): void;
  /** Returns the matching messages, newest first. */
  list(filter: Filter): Message[];
  get(id: string): Message | null;
  /** Removes the matching messages. Returns their number. */
  remove(filter: Filter & { id?: string | undefined }): number;
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

const MOST_MESSAGES = 500;
const MOST_CHARACTERS = 32 * 1024 * 1024;

export function createStore(o: { most?: number; most_characters?: number; now?: () => Date } = {}): Store {
  const { most = MOST_MESSAGES, most_characters = MOST_CHARACTERS, now = () => new Date() } = o;
  /** Messages by id, oldest first. */
  const messages = new Map<string, Message>();
  const listeners = new Set<() => void>();
  let held = 0;

  const drop = (message: Message): void => {
    messages.delete(message.id);
    held -= messageSize(message);
  };
  const changed = (): void => {
    for (const listener of listeners) listener();
  };

  return {
    add({ id, kind, channel, to, subject, text, link, code, html }, source) {
      // A message that is sent again replaces the previous one and becomes the newest.
      const before = messages.get(id);
      if (before) drop(before);
      const received_at = now().toISOString();
      const message = { id, kind, channel, to, subject, text, link, code, received_at, html, source };
      messages.set(id, message);
      held += messageSize(message);
      for (const oldest of messages.values()) {
        if (oldest === message || (messages.size <= most && held <= most_characters)) break;
        drop(oldest);
      }
      changed();
    },
    list: (filter) => [...messages.values()].filter(createMatcher(filter)).reverse(),
    get: (id) => messages.get(id) ?? null,
    remove({ id, ...filter }) {
      const matches = createMatcher(filter);
      const gone = [...messages.values()].filter(
        (message) => (id === undefined || message.id === id) && matches(message),
      );
      for (const message of gone) drop(message);
      if (gone.length > 0) changed();
      return gone.length;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function toSummary({ html: _html, source: _source, ...summary }: Message): Summary {
  return summary;
}

function messageSize({ subject, text, html, source, link }: Message): number {
  return subject.length + text.length + html.length + source.length + link.length;
}

function createMatcher({ to, search }: Filter): (message: Message) => boolean {
  const wanted = to === undefined ? null : extractAddress(to);
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return (message) => {
    if (wanted !== null && extractAddress(message.to) !== wanted) return false;
    const text = [message.to, message.subject, message.text, message.kind, message.channel].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

function extractAddress(address: string): string {
  return address.trim().toLowerCase().replace(/^\+/, '');
}
