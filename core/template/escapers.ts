// Escape functions for printed values by HTML context, following the rules of Go's html/template.
import { EncodedText, escapeQueryValue, formatValue, percentEncode, TrustedUrl } from './values.ts';

/** Printed instead of an unsafe value. It is the same word as in Go, so that a web search finds its meaning. */
const REFUSED = 'ZgotmplZ';

const NAMED: Record<string, string> = {
  '"': '&#34;',
  '&': '&amp;',
  "'": '&#39;',
  '+': '&#43;',
  '<': '&lt;',
  '>': '&gt;',
};

/**
 * Escapes text and quoted attributes. Replaces lone surrogates, and control characters except blanks, because they are
 * not allowed in HTML.
 */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}--[\t\n\f\r]]/gv, '\uFFFD')
    .replace(/["&'+<>]/g, (character) => NAMED[character] ?? '');
}

/** Escapes unquoted attributes, which blanks would end. */
function escapeUnquotedAttribute(text: string): string {
  if (text === '') return REFUSED;
  return escapeHtml(text).replace(/[\t\n\f\r =`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the escape function of an attribute. `quote` is '' for an unquoted one. */
export function attributeEscaper(quote: string): (text: string) => string {
  return quote === '' ? escapeUnquotedAttribute : escapeHtml;
}

const SAFE_SCHEME = /^(https?|mailto)$/i;
const UNSAFE_OWN = /^(javascript|vbscript|data)$/i;

/**
 * Escapes a value at the start of a URL. Rejects schemes except http, https and mailto. In a TrustedUrl, rejects only
 * schemes that a browser would execute.
 */
export function escapeUrlStart(value: unknown): string {
  const text = formatValue(value);
  const [, scheme] = /^([^:/]*):/.exec(text) ?? [];
  // Browsers ignore blanks and control characters around and in a scheme.
  const unsafe = scheme !== undefined && !SAFE_SCHEME.test(scheme);
  const own = value instanceof TrustedUrl && !UNSAFE_OWN.test((scheme ?? '').replace(/[\s\p{Cc}]/gu, ''));
  return unsafe && !own ? `#${REFUSED}` : escapeUrlPart(text);
}

/** Escapes a part of a URL before the query. Keeps characters that have a meaning in URLs. */
function escapeUrlPart(text: string): string {
  return text
    .toWellFormed()
    .replace(/%(?![0-9a-fA-F]{2})|[^A-Za-z0-9\-._~!#$&*+,/:;=?@[\]%]/gu, (character) => percentEncode(character));
}

export function escapeUrlPath(value: unknown): string {
  return escapeUrlPart(formatValue(value));
}

/** Escapes a value in a URL whose scheme is not complete. */
export function escapeUrlWithoutScheme(value: unknown): string {
  return escapeUrlPath(value).replaceAll(':', '%3a');
}

export function escapeQueryPart(value: unknown): string {
  return value instanceof EncodedText ? value.text : escapeQueryValue(formatValue(value));
}

/** Escapes a value in CSS. Rejects a value that could end the declaration or execute code. */
export function escapeCssValue(value: unknown): string {
  const text = formatValue(value);
  const bare = text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
  if (/[\0"'()/;@[\\\]`{}<>]|--/.test(text) || /expression|mozbinding/.test(bare)) return REFUSED;
  return text;
}
