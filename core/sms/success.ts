// Parses SMS_HTTP_SUCCESS, which defines the responses with which the generic gateway accepts a message. It is a
// comma-separated list of HTTP statuses (202, 2xx), one of which must match, and of members of a JSON response
// (messages.0.status=0, error!=true), which must all match. Without a status, 2xx is assumed.
import type { SmsResponse } from './gateway.ts';

interface SuccessRule {
  statuses: readonly string[];
  members: readonly { path: readonly string[]; equal: boolean; value: string }[];
}

/** Parses the rule. Throws an error if it is invalid. */
export function parseSuccessRule(text: string): SuccessRule {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  const statuses = parts.filter((part) => /^[1-5](\d\d|xx)$/.test(part));
  const members = parts
    .filter((part) => !statuses.includes(part))
    .map((part) => {
      const [, path = '', not = '', value = ''] = /^([^=!\s]+?)\s*(!?)=\s*(.*)$/s.exec(part) ?? [];
      if (path === '')
        throw new Error('must be HTTP statuses (202, 2xx) and members of the answer (status=ok), with commas');
      return { path: path.split('.'), equal: not === '', value };
    });
  return { statuses: statuses.length === 0 ? ['2xx'] : statuses, members };
}

/** Returns the condition that a response does not meet; null if it meets all. */
export function unmetCondition(rule: SuccessRule, { status, body }: SmsResponse): string | null {
  if (!rule.statuses.some((fit) => fit === String(status) || fit === `${String(status)[0]}xx`)) return String(status);
  const missed = rule.members.find(({ path, equal, value }) => (readValueAt(body, path) === value) !== equal);
  return missed === undefined
    ? null
    : `${status} without ${missed.path.join('.')}${missed.equal ? '' : '!'}=${missed.value}`;
}

function readValueAt(body: unknown, path: readonly string[]): string | null {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
