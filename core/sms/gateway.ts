// Definition of an SMS gateway: one request per message, and the meaning of the answer. The worker handles timeouts and
// retries.
import type { Settings } from '../settings/table.ts';

/** Settings that SMS depend on. */
export type SmsSettings = Pick<Settings, Extract<keyof Settings, `sms_${string}`> | 'internal_http_timeout'>;

export interface SmsMessage {
  /** Message id, identical on every attempt. */
  id: string;
  /** Digits with country code, without `+`. */
  to: string;
  /** sms or whatsapp. */
  channel: string;
  text: string;
  code: string;
}

export interface SmsRequest {
  /** Default: POST. */
  method?: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A form, or a text whose Content-Type is among the headers. */
  body?: URLSearchParams | string;
}

export interface SmsAnswer {
  status: number;
  /** The parsed answer; {} if it is no JSON object. */
  body: Readonly<Record<string, unknown>>;
  text: string;
}

/**
 * Sent with the gateway's id, or not sent with a reason. `temporary` if the text says so although the HTTP status does
 * not.
 */
export type SmsVerdict = { sent: true; id: string } | { sent: false; reason: string; temporary?: boolean };

type SmsSettingName = Extract<keyof Settings, `sms_${string}`>;

export interface SmsGateway {
  /** Name in error texts. */
  title: string;
  channels: readonly string[];
  /** Settings that sending requires. */
  credentials: readonly SmsSettingName[];
  /** Secrets that answers may quote. */
  secrets(settings: SmsSettings): readonly string[];
  request(message: SmsMessage, settings: SmsSettings): SmsRequest;
  read(answer: SmsAnswer, about: { message: SmsMessage; settings: SmsSettings }): SmsVerdict;
  /** True if answers need not be JSON. */
  plain_answers?: true;
  /** For a gateway that creates the codes itself and must check each code that a user types. */
  check?: CodeCheck;
}

export interface CodeCheck {
  request(typed: TypedCode, settings: SmsSettings): SmsRequest;
  read(answer: SmsAnswer): CodeVerdict;
}

/** A number, written as in a message, and the code typed for it. */
export type TypedCode = Pick<SmsMessage, 'to' | 'code'>;

/** Right or wrong; a fault if the answer says neither. */
export type CodeVerdict = { approved: boolean } | { fault: string };

/** Returns a member as text, for reasons derived from answers. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns a member that is an object; {} otherwise. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Returns the first element of a list of objects; {} if there is none. */
export function firstOf(value: unknown): Readonly<Record<string, unknown>> {
  return objectOf(Array.isArray(value) ? value[0] : undefined);
}

/** Returns the configured address, or the gateway's own, without trailing slashes. */
export function baseUrl(set: string, own: string): string {
  return (set || own).replace(/\/+$/, '');
}

/** Returns the header for HTTP Basic authentication. */
export function basicLogin(user: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}` };
}
