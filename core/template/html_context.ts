// Tracks the HTML context in the text of a template. The context determines how a value is escaped.

/**
 * Part of a URL in which a value is printed. `scheme` may still be the scheme, `path` is after it. `script` is a URL
 * that a browser executes. `unknown` is before or after the `?`.
 */
export type UrlPart = 'start' | 'scheme' | 'path' | 'query' | 'script' | 'unknown';

export interface HtmlContext {
  in:
    | 'text'
    | 'comment'
    | 'raw' // the content of script, style, title or textarea
    | 'tag_name'
    | 'tag'
    | 'attribute_name'
    | 'after_name'
    | 'before_value'
    | 'value';
  /** Element with raw content, while its start tag or its content is read; '' otherwise. */
  element: '' | 'script' | 'style' | 'title' | 'textarea';
  attribute: '' | 'plain' | 'url' | 'css' | 'refused';
  /** Quote of the attribute value; '' if unquoted. */
  quote: '' | '"' | "'";
  url: UrlPart;
  /**
   * True if the style value contains a quote, parenthesis, slash or backslash before the current position, because a
   * printed value could then be inside a quote or url().
   */
  css_open: boolean;
}

export const START_CONTEXT: HtmlContext = {
  in: 'text',
  element: '',
  attribute: '',
  quote: '',
  url: 'start',
  css_open: false,
};

const URLS = new Set(
  'action archive background cite classid codebase data formaction href icon longdesc manifest poster profile src usemap'.split(
    ' ',
  ),
);
/** Attributes in which no value is allowed: they contain several URLs, a document, or the directive of a <meta>. */
const REFUSED = new Set(['srcset', 'imagesrcset', 'srcdoc', 'content', 'http-equiv']);
const RAW = new Set(['script', 'style', 'title', 'textarea']);
/** Conditional comments for Outlook, which parses their content as HTML. */
const CONDITION = /<!--\[if[^\]]*\]>(?:<!-->|<!---->)?|<!\[if[^\]]*\]>|(?:<!--)?<!\[endif\]-->|<!\[endif\]>/iy;

/** Thrown for HTML in which an action is not allowed, or which is malformed. Has the offset in the text. */
export class HtmlContextError extends Error {
  readonly code = 'template_invalid';
  readonly offset: number;
  constructor(offset: number, what: string) {
    super(what);
    this.offset = offset;
  }
}

/** Reads a text that starts in a context. Returns the context at its end, and the text to emit. */
export function readContext(text: string, from: HtmlContext): { to: HtmlContext; kept: string } {
  let place = from;
  let kept = '';
  let at = 0;
  while (at < text.length) {
    const step = STEPS[place.in](text, at, place);
    kept += step.kept ?? text.slice(at, step.at);
    ({ at, place } = step);
  }
  return { to: place, kept };
}

interface Step {
  at: number;
  place: HtmlContext;
  /** Text to emit in place of the text that was read. */
  kept?: string;
}

const STEPS: Record<HtmlContext['in'], (text: string, at: number, place: HtmlContext) => Step> = {
  text: readText,
  comment(text, at, place) {
    const end = text.indexOf('-->', at);
    return end < 0 ? { at: text.length, place, kept: '' } : { at: end + 3, place: { ...place, in: 'text' }, kept: '' };
  },
  raw(text, at, place) {
    const close = new RegExp(`</${place.element}(?![A-Za-z])`, 'gi');
    close.lastIndex = at;
    const found = close.exec(text);
    if (!found) return { at: text.length, place };
    return { at: found.index + 2 + place.element.length, place: { ...START_CONTEXT, in: 'tag' } };
  },
  tag_name(text, at, place) {
    if (/[A-Za-z0-9:_-]/.test(text[at] ?? ''))
      throw new HtmlContextError(at, 'an action stands inside of a tag’s name');
    return { at, place: { ...place, in: 'tag' } };
  },
  tag: readTag,
  attribute_name(text, at, place) {
    if (/[^\s"'<>/=]/.test(text[at] ?? ''))
      throw new HtmlContextError(at, 'an action stands inside of an attribute’s name');
    return { at, place: { ...place, in: 'after_name' } };
  },
  after_name(text, at, place) {
    const blanks = countBlanks(text, at);
    if (text[blanks] === '=') return { at: blanks + 1, place: { ...place, in: 'before_value' } };
    return { at: blanks, place: blanks < text.length ? { ...place, in: 'tag', attribute: '' } : place };
  },
  before_value(text, at, place) {
    const blanks = countBlanks(text, at);
    const character = text[blanks];
    if (character === undefined) return { at: blanks, place };
    if (character === '>') throw new HtmlContextError(blanks, 'an attribute has no value');
    const quote = character === '"' || character === "'" ? character : '';
    return { at: blanks + quote.length, place: { ...place, in: 'value', quote, url: 'start', css_open: false } };
  },
  value: readValue,
};

function countBlanks(text: string, at: number): number {
  const blanks = /\s*/y;
  blanks.lastIndex = at;
  blanks.test(text);
  return blanks.lastIndex;
}

function readText(text: string, at: number, place: HtmlContext): Step {
  const open = text.indexOf('<', at);
  if (open < 0) return { at: text.length, place };
  if (open > at) return { at: open, place };
  CONDITION.lastIndex = at;
  if (CONDITION.test(text)) return { at: CONDITION.lastIndex, place };
  if (text.startsWith('<!--', at)) return { at: at + 4, place: { ...place, in: 'comment' }, kept: '' };
  if (text[at + 1] === '!' || text[at + 1] === '?') {
    const end = text.indexOf('>', at);
    if (end < 0) throw new HtmlContextError(at, 'this declaration does not end before an action');
    return { at: end + 1, place };
  }
  const tag = /<(\/?)([A-Za-z][A-Za-z0-9:_-]*)/y;
  tag.lastIndex = at;
  const [whole, slash, name = ''] = tag.exec(text) ?? [];
  if (whole === undefined) return { at: at + 1, place, kept: '&lt;' };
  const known = name.toLowerCase();
  const element = slash === '' && RAW.has(known) ? (known as HtmlContext['element']) : '';
  return { at: at + whole.length, place: { ...START_CONTEXT, in: 'tag_name', element } };
}

function readTag(text: string, at: number, place: HtmlContext): Step {
  const gap = /[\s/]*/y;
  gap.lastIndex = at;
  gap.test(text);
  const start = gap.lastIndex;
  const character = text[start];
  if (character === undefined) return { at: start, place };
  if (character === '>')
    return {
      at: start + 1,
      place: place.element ? { ...START_CONTEXT, in: 'raw', element: place.element } : START_CONTEXT,
    };
  const attribute = /[^\s"'<>/=]+/y;
  attribute.lastIndex = start;
  const [name] = attribute.exec(text) ?? [];
  if (name === undefined)
    throw new HtmlContextError(start, `${character} stands where an attribute’s name or the end of a tag should`);
  return { at: start + name.length, place: { ...place, in: 'attribute_name', attribute: classifyAttribute(name) } };
}

function classifyAttribute(written: string): HtmlContext['attribute'] {
  let name = written.toLowerCase();
  if (name === 'xmlns' || name.startsWith('xmlns:')) return 'url';
  name = name.replace(/^data-/, '').replace(/^[^:]*:/, '');
  if (name === 'style') return 'css';
  if (name.startsWith('on') || REFUSED.has(name)) return 'refused';
  // Custom attributes such as data-image-src or data-url also contain URLs.
  return URLS.has(name) || /src|ur[il]/.test(name) ? 'url' : 'plain';
}

function readValue(text: string, at: number, place: HtmlContext): Step {
  const end = place.quote === '' ? text.slice(at).search(/[\s>]/) : text.indexOf(place.quote, at) - at;
  const stop = end < 0 ? text.length : at + end;
  const value = text.slice(at, stop);
  if (end >= 0)
    return { at: stop + place.quote.length, place: { ...START_CONTEXT, in: 'tag', element: place.element } };
  return {
    at: stop,
    place: { ...place, url: nextUrlPart(place.url, value), css_open: place.css_open || /["'(\\/]/.test(value) },
  };
}

function nextUrlPart(part: UrlPart, text: string): UrlPart {
  if (part === 'query' || part === 'script' || part === 'unknown' || text === '') return part;
  if (/[?#]/.test(text.replace(/&#/g, '&'))) return 'query';
  if (part === 'path') return part;
  if (/^\s*(javascript|vbscript|data)\s*:/i.test(text)) return 'script';
  return /[:/]/.test(text) ? 'path' : 'scheme';
}
