// Fills the values of a message into the settings of the generic gateway, escaped for their context. The variables are
// {{ .To }}, {{ .Text }}, {{ .Code }}, {{ .Channel }} and {{ .Id }}.
import type { SmsMessage } from './gateway.ts';

type Escape = (value: string) => string;

const VARIABLE = /\{\{\s*\.(\w+)\s*\}\}/g;
const MEMBERS = { To: 'to', Text: 'text', Code: 'code', Channel: 'channel', Id: 'id' } as const satisfies Record<
  string,
  keyof SmsMessage
>;

export const escapeUrl: Escape = (value) => encodeURIComponent(value);
/** Escapes a text for the inside of a JSON string. */
const escapeJson: Escape = (value) => JSON.stringify(value).slice(1, -1);
/** Escapes a text for a header, which is one line of ASCII characters. */
export const escapeHeader: Escape = (value) => value.replace(/[^\x20-\x7e]/g, (letter) => encodeURIComponent(letter));
const escapeXml: Escape = (value) =>
  value.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/[^\P{Cc}\n\t]/gu, '');

/** Returns the escape function for a Content-Type; null for an unsupported one. */
export function escapeForContentType(content_type: string): Escape | null {
  const type = content_type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return escapeJson;
  if (type === 'application/x-www-form-urlencoded') return escapeUrl;
  if (type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml')) return escapeXml;
  return type === 'text/plain' ? (value) => value : null;
}

/**
 * Fills in the values of a message. Throws an error for an unknown variable, and for a `{{` that begins no variable.
 */
export function fillTemplate(template: string, message: SmsMessage, escaped: Escape): string {
  if (template.replace(VARIABLE, '').includes('{{')) throw new Error('holds a {{ that begins no variable');
  return template.replace(VARIABLE, (_, name: string) => {
    if (!Object.hasOwn(MEMBERS, name)) throw new Error(`.${name} is none of .${Object.keys(MEMBERS).join(' .')}`);
    return escaped(message[MEMBERS[name as keyof typeof MEMBERS]]);
  });
}

/**
 * Returns the parts of a template that may be credentials: fixed parts of at least 8 characters, except URLs and the
 * content types of `application/`.
 */
export function fixedParts(template: string): readonly string[] {
  return template
    .split(/\{\{[^}]*\}\}|["'&=?<>\s,;]+/)
    .filter((part) => part.length >= 8 && !/^https?:|^application\//.test(part));
}
