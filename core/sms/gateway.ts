// What an SMS gateway is: one request made of a message, and what its answer means. Time-outs and retries are the worker's.
import type { Settings } from '../settings/table.ts';

/** The slice of the settings that SMS depend on. */
export type SmsSettings = Pick<Settings, Extract<keyof Settings, `sms_${string}`> | 'internal_http_timeout'>;

export interface SmsMessage {
  /** The same on every attempt. */
  id: string;
  /** Digits with country code, without `+`. */
  to: string;
  /** sms or whatsapp. */
  channel: string;
  text: string;
  code: string;
}

export interface SmsRequest {
  /** POST where nothing is said. */
  method?: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A form, or a text whose Content-Type is among the headers. */
  body?: URLSearchParams | string;
}

export interface SmsAnswer {
  status: number;
  /** The parsed answer; {} where it is no JSON object. */
  body: Readonly<Record<string, unknown>>;
  text: string;
}

/** sent with the gateway's own id, or its reason not to; temporary where its text says so and its HTTP status does not. */
export type SmsVerdict = { sent: true; id: string } | { sent: false; reason: string; temporary?: boolean };

type SmsSettingName = Extract<keyof Settings, `sms_${string}`>;

export interface SmsGateway {
  /** How error texts call it. */
  title: string;
  channels: readonly string[];
  /** The settings without which it cannot send. */
  credentials: readonly SmsSettingName[];
  /** Texts that its answers may quote and nobody may read. */
  secrets(settings: SmsSettings): readonly string[];
  request(message: SmsMessage, settings: SmsSettings): SmsRequest;
  read(answer: SmsAnswer, about: { message: SmsMessage; settings: SmsSettings }): SmsVerdict;
  /** Its answers need be no JSON. */
  plain_answers?: true;
  /** For one that makes the codes itself, and so is asked about each that somebody types. */
  check?: CodeCheck;
}

export interface CodeCheck {
  request(typed: TypedCode, settings: SmsSettings): SmsRequest;
  read(answer: SmsAnswer): CodeVerdict;
}

/** A number, written as in a message, and the code that came from there. */
export type TypedCode = Pick<SmsMessage, 'to' | 'code'>;

/** right or wrong; a fault where the answer tells neither. */
export type CodeVerdict = { approved: boolean } | { fault: string };

/** A member as text, for reasons made of answers. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A member that is an object; {} for every other. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The first of a member that is a list of objects; {} where there is none. */
export function firstOf(value: unknown): Readonly<Record<string, unknown>> {
  return objectOf(Array.isArray(value) ? value[0] : undefined);
}

/** The gateway's own address, or the one that is set instead, without the slashes at its end. */
export function baseUrl(set: string, own: string): string {
  return (set || own).replace(/\/+$/, '');
}

/** The header of HTTP's own way to log in. */
export function basicLogin(user: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}` };
}
