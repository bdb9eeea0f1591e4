// Rows of the settings table and the types of values. Errors of parsers do not contain a secret.
import { parsePepper } from '../keys/pepper.ts';
import { parseMailServers } from '../mail_servers.ts';
import { isLoopback } from '../outgoing.ts';
import { parseNetworks } from '../reach.ts';
import { parseTrustedProxies } from './trusted_proxies.ts';

export interface Row<T> {
  /** Name of the value's type in docs/settings.md and messages. */
  type: string;
  parse: (text: string) => T;
  default: T;
  doc: string;
  /** True if the start fails without a value. */
  required?: boolean;
  /** Command that generates a value, shown if a required value is missing. */
  made_by?: string;
  /** True if a value that was set is never shown in messages, logs, `postern config` or docs. */
  secret?: boolean;
  /** True for URL patterns, in which `?` is a wildcard and does not start a query. */
  patterns?: boolean;
  /** Advice that is logged at each start if the setting is used. */
  deprecated?: string;
  /** Environment variables in order of precedence, if they are not SVC_<KEY> and GOTRUE_<KEY>. */
  names?: readonly string[];
  /** True if an empty value differs from "not set". */
  empty_counts?: boolean;
  /** Description of the default for the docs, if the value itself is not informative. */
  default_text?: string;
}

export type RowOptions = Omit<Partial<Row<never>>, 'type' | 'parse' | 'default' | 'doc'>;

const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

export function bool(initial: boolean, doc: string, more?: RowOptions): Row<boolean> {
  const parse = (text: string): boolean => {
    if (TRUE.has(text)) return true;
    if (FALSE.has(text)) return false;
    throw new Error('must be true or false');
  };
  return { type: 'boolean', parse, default: initial, doc, ...more };
}

export function text(initial: string, doc: string, more?: RowOptions): Row<string> {
  return { type: 'text', parse: (value) => value, default: initial, doc, ...more };
}

/** Row of a path prefix: whole segments, without a trailing slash. '' means none. */
export function pathPrefix(initial: string, doc: string): Row<string> {
  const parse = (value: string): string => {
    if (!/^(\/[\w~-][\w.~-]*){0,8}$/.test(value) || value.length > 100) {
      throw new Error(
        'must be empty, or a path such as /auth/v1: letters, digits and -._~ between slashes, none at the end',
      );
    }
    return value;
  };
  return { type: 'path', parse, default: initial, doc, empty_counts: true };
}

interface NumberBounds {
  min?: number;
  max?: number;
  /** True if zero selects the default, as in supabase/auth. */
  zero_is_default?: boolean;
  /** True to accept only integers. */
  whole?: boolean;
}

export function int(initial: number, doc: string, more: RowOptions & NumberBounds = {}): Row<number> {
  return number('whole number', /^[+-]?\d+$/, initial, doc, more);
}

export function float(initial: number, doc: string, more: RowOptions & NumberBounds = {}): Row<number> {
  return number('number', /^[+-]?(\d+\.?\d*|\.\d+)$/, initial, doc, more);
}

function number(
  type: string,
  form: RegExp,
  initial: number,
  doc: string,
  options: RowOptions & NumberBounds,
): Row<number> {
  const { min, max, zero_is_default, ...more } = options;
  const parse = (value: string): number => {
    if (!form.test(value.trim())) throw new Error(`must be a ${type}`);
    return checkBounds(Number(value), { min, max, zero_is_default }, initial);
  };
  return { type, parse, default: initial, doc, ...more };
}

/** Row of a number without a default: null if it is not set. */
export function optionalNumber(doc: string, { min, max, ...more }: RowOptions & NumberBounds): Row<number | null> {
  const { parse } = number('number', /^(\d+\.?\d*|\.\d+)$/, 0, doc, { min, max });
  return { type: 'number', parse, default: null, doc, ...more };
}

function checkBounds<T>(value: number, { min, max, zero_is_default, whole }: NumberBounds, initial: T): number | T {
  if (zero_is_default && value === 0) return initial;
  if (!Number.isFinite(value) || (min !== undefined && value < min)) throw new Error(`must be at least ${min}`);
  if (whole && !Number.isInteger(value)) throw new Error('must be whole seconds');
  if (max !== undefined && value > max) throw new Error(`must be at most ${max}`);
  return value;
}

/** Row of a duration in seconds, written as a number or as `1h30m`. */
export function duration(initial: number, doc: string, more: RowOptions & NumberBounds = {}): Row<number> {
  const { min = 0, max, zero_is_default, whole, ...rest } = more;
  const parse = (value: string): number =>
    checkBounds(parseDuration(value), { min, max, zero_is_default, whole }, initial);
  return { type: 'duration', parse, default: initial, doc, ...rest };
}

/** Row of a duration without a default: null if it is not set. */
export function optionalDuration(doc: string, more: RowOptions & NumberBounds = {}): Row<number | null> {
  const { min = 0, max, zero_is_default, ...rest } = more;
  const parse = (value: string): number | null =>
    checkBounds(parseDuration(value), { min, max, zero_is_default }, null);
  return { type: 'duration', parse, default: null, doc, ...rest };
}

const UNITS: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** Parses `90`, `1.5`, `15m`, `1h30m` or `250ms` into seconds. */
export function parseDuration(value: string): number {
  const trimmed = value.trim();
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(trimmed)) return Number(trimmed);
  const [, sign, rest = ''] = /^([+-]?)(.*)$/s.exec(trimmed) ?? [];
  const parts = [...rest.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== rest) {
    throw new Error('must be a number of seconds or a duration such as 90s, 15m or 1h30m');
  }
  const seconds = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
  return sign === '-' ? -seconds : seconds;
}

/**
 * Row of a comma-separated list. Elements are not trimmed; blank ones are dropped. An empty value is the empty list.
 */
export function list(initial: readonly string[], doc: string, more?: RowOptions): Row<readonly string[]> {
  return { type: 'list', parse: elements, default: initial, doc, ...more };
}

const elements = (value: string): readonly string[] => value.split(',').filter((part) => part.trim() !== '');

/** Row of comma-separated addresses to listen on, kept as text. */
export function addresses(initial: string, doc: string, more?: RowOptions): Row<string> {
  const parse = (value: string): string => {
    if (elements(value).length > 0) return value;
    throw new Error('must name an address'); // no address would mean every interface
  };
  return { type: 'text', parse, default: initial, doc, ...more };
}

/** Row of comma-separated connection URLs. A comma in a URL is written %2C. */
export function databaseUrls(doc: string, more?: RowOptions): Row<readonly string[]> {
  const parse = (value: string): string[] => {
    const urls = value.split(',').map((url) => url.trim());
    if (urls.some((url) => !/^postgres(ql)?:\/\//.test(url)))
      throw new Error('must be connection URLs with commas between them, each of one server');
    return urls;
  };
  return { type: 'list of URLs', parse, default: [], doc, ...more };
}

/** Row of `key:value,key:value`. `between` separates a key from its value, in place of the colon. */
export function map(
  doc: string,
  { between = ':', ...more }: RowOptions & { between?: string } = {},
): Row<Record<string, string>> {
  const form = `key${between}value`;
  const parse = (value: string): Record<string, string> => {
    const pairs = value.split(',').map((pair) => {
      const at = pair.indexOf(between);
      if (at < 1) throw new Error(`must be ${form} pairs with commas between them`);
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    });
    return Object.fromEntries(pairs);
  };
  return { type: between === ':' ? 'map' : `map, ${form}`, parse, default: {}, doc, ...more };
}

export function choice<const C extends readonly string[]>(
  choices: C,
  initial: C[number],
  doc: string,
  more?: RowOptions,
): Row<C[number]> {
  const parse = (value: string): C[number] => {
    const found = choices.find((name) => name === value);
    if (found === undefined) throw new Error(`must be one of ${choices.filter((name) => name !== '').join(', ')}`);
    return found;
  };
  return { type: `one of ${choices.filter((name) => name !== '').join(', ')}`, parse, default: initial, doc, ...more };
}

/** Matches schemes that cannot be an app's own. A browser would execute such links or open other programs. */
const NO_APP =
  /^(about|blob|data|file|filesystem|ftps?|gopher|javascript|mailto|sftp|ssh|tel|vbscript|view-source|wss?):$/;

/**
 * Row of an absolute http or https URL. With `any_scheme` it may have an app's own scheme, such as
 * `myapp://callback`. With `safe`, http is allowed only for this machine, because secrets are sent to the URL.
 */
export function url(doc: string, options: RowOptions & { any_scheme?: boolean; safe?: boolean } = {}): Row<string> {
  const { any_scheme, safe, ...more } = options;
  const parse = (value: string): string => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    const fits =
      parsed &&
      (any_scheme ? !NO_APP.test(parsed.protocol) : /^https?:$/.test(parsed.protocol)) &&
      parsed.host &&
      !/\s/.test(value);
    if (!fits)
      throw new Error(
        `must be an absolute ${any_scheme ? "URL: http, https or an app's own scheme" : 'http or https URL'}`,
      );
    if (safe && (parsed.username || parsed.password)) throw new Error('must hold no login: none can be sent');
    if (safe && parsed.protocol === 'http:' && !isLoopback(parsed))
      throw new Error('must be https, or http on this machine');
    return value;
  };
  return { type: 'URL', parse, default: '', doc, ...more };
}

/**
 * A maximum per clock hour of the database (`per` is null), or a token bucket of size `count` that gains one token
 * every `per` seconds.
 */
export interface Rate {
  count: number;
  per: number | null;
}

export function rate(initial: number, doc: string, more?: RowOptions & { default?: Rate }): Row<Rate> {
  const parse = (value: string): Rate => {
    const [, count, per] = /^\s*(\d+)(?:\/(.+))?$/s.exec(value) ?? [];
    if (count === undefined || Number(count) > 2 ** 31 - 1)
      throw new Error('must be a number, or number/duration such as 10/1h');
    if (per === undefined) return { count: Number(count), per: null };
    const seconds = parseDuration(per);
    if (seconds <= 0) throw new Error('the duration must be positive');
    return { count: Number(count), per: seconds };
  };
  return {
    type: 'rate',
    parse,
    default: { count: initial, per: null },
    doc,
    default_text: `${initial} per hour`,
    ...more,
  };
}

/** Row of character sets separated by `:`. `\:` is a literal colon. */
export function characterSets(doc: string): Row<readonly string[]> {
  const parse = (value: string): readonly string[] =>
    value
      .split(/(?<!\\):/)
      .map((set) => set.replaceAll('\\:', ':'))
      .filter((set) => set !== '');
  return { type: 'character sets', parse, default: [], doc };
}

/** Row of a JSON text, validated and kept as text. */
export function json(doc: string, more?: RowOptions): Row<string> {
  const parse = (value: string): string => {
    try {
      JSON.parse(value);
    } catch {
      throw new Error('must be JSON'); // the parser's message would quote the value
    }
    return value;
  };
  return { type: 'JSON', parse, default: '', doc, ...more };
}

/** Row of a JSON list of texts. */
export function textList(doc: string, more?: RowOptions): Row<readonly string[]> {
  const parse = (value: string): readonly string[] => {
    const parsed = parseJsonSetting(value);
    if (!Array.isArray(parsed) || !parsed.every((one) => typeof one === 'string' && one !== ''))
      throw new Error('must be a JSON list of texts');
    return parsed as readonly string[];
  };
  return { type: 'JSON list', parse, default: [], doc, ...more };
}

/** Matches headers that the mail itself or another setting determines, and those that would add recipients. */
const OWN_HEADER =
  /^(from|sender|to|cc|bcc|subject|date|message-id|mime-version|content-.*|return-path|received|resent-.*|dkim-signature)$/i;
const HEADER_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,75}$/;
/** Matches printable ASCII, so that a line end cannot add another header. */
const HEADER_VALUE = /^[ -~]{1,900}$/;

/** Row of mail headers, as a JSON object of lists. */
export function mailHeaders(doc: string): Row<Readonly<Record<string, readonly string[]>>> {
  const parse = (value: string): Readonly<Record<string, readonly string[]>> => {
    const parsed = parseJsonSetting(value);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw new Error('must be a JSON object of lists');
    for (const [name, values] of Object.entries(parsed)) {
      if (!HEADER_NAME.test(name)) throw new Error('has a name that is no header');
      if (OWN_HEADER.test(name)) throw new Error(`cannot set the header ${name}`);
      if (!Array.isArray(values) || !values.every((one) => typeof one === 'string' && HEADER_VALUE.test(one)))
        throw new Error(`needs a list of lines of printable ASCII for ${name}`);
    }
    return parsed as Record<string, readonly string[]>;
  };
  return { type: 'JSON object', parse, default: {}, doc };
}

function parseJsonSetting(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new Error('must be JSON'); // the parser's message would quote the value
  }
}

/** Row of the key ring, validated and kept as text. */
export function pepper(doc: string): Row<string> {
  const parse = (value: string): string => {
    parsePepper(value);
    return value;
  };
  return { type: 'keys', parse, default: '', doc, secret: true };
}

/** Row of mail server URLs, validated and kept as text, because they contain passwords. */
export function mailServerUrls(doc: string): Row<string> {
  const parse = (value: string): string => {
    parseMailServers(value);
    return value;
  };
  return { type: 'URLs', parse, default: '', doc, secret: true };
}

/** Row of networks in CIDR notation, validated and kept as a list of texts. */
export function networks(doc: string): Row<readonly string[]> {
  const parse = (value: string): readonly string[] => {
    const parts = elements(value).map((part) => part.trim());
    parseNetworks(parts);
    return parts;
  };
  return { type: 'networks', parse, default: [], doc };
}

/** Row of trusted proxies, as a number or networks, validated and kept as text. */
export function trustedProxies(doc: string): Row<string> {
  const parse = (value: string): string => {
    parseTrustedProxies(value);
    return value;
  };
  return { type: 'number or networks', parse, default: '', doc, default_text: '`private`' };
}
