// The SMS gateways by the value of SMS_PROVIDER.
import type { SmsGateway } from './gateway.ts';
import { HTTP } from './http.ts';
import { MESSAGEBIRD } from './messagebird.ts';
import { TEXTLOCAL } from './textlocal.ts';
import { TWILIO } from './twilio.ts';
import { TWILIO_VERIFY } from './twilio_verify.ts';
import { VONAGE } from './vonage.ts';

const SMS_GATEWAYS: Readonly<Record<string, SmsGateway>> = {
  twilio: TWILIO,
  twilio_verify: TWILIO_VERIFY,
  messagebird: MESSAGEBIRD,
  textlocal: TEXTLOCAL,
  vonage: VONAGE,
  http: HTTP,
};

/** Returns a gateway by name; null if there is none. */
export function findSmsGateway(name: string): SmsGateway | null {
  return Object.hasOwn(SMS_GATEWAYS, name) ? (SMS_GATEWAYS[name] ?? null) : null;
}
