// Formats numbers, times, devices and untrusted texts.

export const formatNumber = (value: number): string => value.toLocaleString('en');

export const formatCount = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Returns hour and minute, in UTC. */
export const formatTime = (at: string): string => CLOCK.format(new Date(at));

/** Returns the date, with the year if it is not the current one. */
export function formatDate(at: string): string {
  const then = new Date(at);
  return (then.getUTCFullYear() === new Date().getUTCFullYear() ? DAY : YEAR).format(then);
}

export const formatInstant = (at: string): string => `${formatDate(at)}, ${formatTime(at)} UTC`;

export function formatRelativeTime(at: string): string {
  const minutes = Math.round((Date.now() - new Date(at).getTime()) / 60_000);
  const size = Math.abs(minutes);
  const [amount, unit] =
    size < 60
      ? [Math.max(1, size), 'min']
      : size < 48 * 60
        ? [Math.round(size / 60), 'h']
        : [Math.round(size / 1440), 'days'];
  return minutes >= 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`;
}

/**
 * Returns a description of a user agent, such as "Safari on iPhone". Returns the first 60 characters of an unknown user
 * agent.
 */
export function describeDevice(agent: string | null): string {
  if (!agent) return 'unknown client';
  const browser = firstMatch(
    agent,
    [/Firefox\//, /Edg\//, /Chrome\//, /Safari\//],
    ['Firefox', 'Edge', 'Chrome', 'Safari'],
  );
  const system = firstMatch(
    agent,
    [/iPhone/, /Android/, /Mac OS X/, /Windows/, /Linux/],
    ['iPhone', 'Android', 'Mac', 'Windows', 'Linux'],
  );
  return browser && system ? `${browser} on ${system}` : showHidden(agent.slice(0, 60));
}

function firstMatch(text: string, patterns: RegExp[], names: string[]): string {
  return names[patterns.findIndex((pattern) => pattern.test(text))] ?? '';
}

export const isPhone = (agent: string | null): boolean => /iPhone|Android|iOS/i.test(agent ?? '');

/** Returns an IP address without the netmask that Postgres may append. */
export const plainIp = (ip: string | null): string => (ip ?? '').replace(/\/(32|128)$/, '');

/** Matches control characters, characters that change the text direction, and characters without width. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export const isIpOrNetwork = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?$/.test(text) || /^(?=.*:.*:)[\da-f:.]+(\/\d{1,3})?$/i.test(text);

/** Returns an untrusted text in which a symbol replaces each hidden or direction-changing character. */
export const showHidden = (text: string): string => text.replace(HIDDEN, '\u2423');

/** Names of the types of second factors. */
export const FACTOR_NAMES: Readonly<Record<string, string>> = {
  totp: 'Authenticator app',
  phone: 'Phone',
  webauthn: 'Security key',
  recovery_code: 'Recovery codes',
};

/** An OAuth client. One that registered itself may have no name. */
export interface Application {
  readonly id: string;
  readonly name?: string | null;
}

/** Returns the name of an application, or its id if it has none. */
export const nameOfApplication = ({ id, name }: Application): string => name || id;

/** Returns the words of a name: "token refreshed" for `token_refreshed`. */
export const withSpaces = (name: string): string => name.replaceAll('_', ' ');
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a text without the backticks that mark code in comments. */
export const withoutBackticks = (text: string | null): string => (text ?? '').replaceAll('`', '');
