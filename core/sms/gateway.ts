// What an SMS gateway is: one request made of a message, and what its answer means. Time-outs and retries are sms.ts's.
import type { Settings } from '../settings/table.ts';

/** The slice of the settings that SMS depend on. */
export type SmsSettings = Pick<Settings, Extract<keyof Settings, `sms_${string}`> | 'internal_http_timeout'>;

export interface SmsMessage {
  /** Digits with country code, without `+`. */
  to: string;
  /** sms or whatsapp. */
  channel: string;
  text: string;
  code: string;
}

/** A POST with a form. */
export interface SmsRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  form: Readonly<Record<string, string>>;
}

export interface SmsAnswer {
  status: number;
  /** The parsed answer; {} where it is no JSON object. */
  body: Readonly<Record<string, unknown>>;
}

/** sent with the gateway's own id, or its reason not to; temporary where its text says so and its HTTP status does not. */
export type SmsVerdict = { sent: true; id: string } | { sent: false; reason: string; temporary?: boolean };

export interface SmsGateway {
  /** How error texts call it. */
  title: string;
  channels: readonly string[];
  /** The settings without which it cannot send. */
  credentials: readonly Extract<keyof Settings, `sms_${string}`>[];
  request(message: SmsMessage, settings: SmsSettings): SmsRequest;
  read(answer: SmsAnswer): SmsVerdict;
}

/** A member as text, for reasons made of answers. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
