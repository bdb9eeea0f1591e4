// Types of an SMS gateway: the request for a message, and the interpretation of the response. The worker handles
// timeouts and retries.
import type { Settings } from '../settings/table.ts';

/** Settings that are read to send SMS. */
export type SmsSettings = Pick<Settings, Extract<keyof Settings, `sms_${string}`> | 'internal_http_timeout'>;

export interface SmsMessage {
  /** Message id, the same on every attempt. */
  id: string;
  /** Phone number: digits with country code, without `+`. */
  to: string;
  /** Channel: sms or whatsapp. */
  channel: string;
  text: string;
  code: string;
}

export interface SmsRequest {
  /** HTTP method (default: POST). */
  method?: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A form, or a text whose Content-Type is in the headers. */
  body?: URLSearchParams | string;
}

export interface SmsResponse {
  status: number;
  /** The parsed response; {} if it is no JSON object. */
  body: Readonly<Record<string, unknown>>;
  text: string;
}

/**
 * Result of a request: the gateway's message id, or the reason of the failure. `temporary` is set if the response text,
 * but not the HTTP status, indicates that a retry may succeed.
 */
export type SmsVerdict = { sent: true; id: string } | { sent: false; reason: string; temporary?: boolean };

type SmsSettingName = Extract<keyof Settings, `sms_${string}`>;

export interface SmsGateway {
  /** Name in error texts. */
  title: string;
  channels: readonly string[];
  /** Settings that sending requires. */
  credentials: readonly SmsSettingName[];
  /** Returns the secrets that responses may quote. */
  secrets(settings: SmsSettings): readonly string[];
  request(message: SmsMessage, settings: SmsSettings): SmsRequest;
  read(answer: SmsResponse, about: { message: SmsMessage; settings: SmsSettings }): SmsVerdict;
  /** True if responses need not be JSON. */
  plain_answers?: true;
  /** Verifies codes, for a gateway that generates the codes itself. */
  check?: CodeCheck;
}

export interface CodeCheck {
  request(typed: EnteredCode, settings: SmsSettings): SmsRequest;
  read(answer: SmsResponse): CodeVerdict;
}

/** A phone number as in SmsMessage, and the code that was typed for it. */
export type EnteredCode = Pick<SmsMessage, 'to' | 'code'>;

/** Result of a verification: approved or not, or `fault` if the response is neither. */
export type CodeVerdict = { approved: boolean } | { fault: string };

/** Returns a text or number as text; '' for anything else. */
export function textOrEmpty(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns a value that is an object; {} for anything else. */
export function objectOrEmpty(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Returns the first element of a list of objects; {} if there is none. */
export function firstObjectOrEmpty(value: unknown): Readonly<Record<string, unknown>> {
  return objectOrEmpty(Array.isArray(value) ? value[0] : undefined);
}

/** Returns the configured URL, or the gateway's own, without trailing slashes. */
export function baseUrlOrDefault(set: string, own: string): string {
  return (set || own).replace(/\/+$/, '');
}

/** Returns the header of HTTP Basic authentication. */
export function basicAuthHeader(user: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}` };
}
