// Whether the SMS gateway that is chosen has all its credentials: known without the network, so a request can be refused.
import type { Settings } from '../gateway/config.ts';

/** The settings each gateway needs (contract 14.2). Gateways join here with a file of their own. */
export const SMS_CREDENTIALS = {
  twilio: ['sms_twilio_account_sid', 'sms_twilio_auth_token', 'sms_twilio_message_service_sid'],
} as const satisfies Readonly<Record<string, readonly (keyof Settings)[]>>;

export type SmsGateway = keyof typeof SMS_CREDENTIALS;

export function isSmsGateway(name: string): name is SmsGateway {
  return Object.hasOwn(SMS_CREDENTIALS, name);
}

export function smsReady(settings: Settings): boolean {
  const { sms_provider } = settings;
  return isSmsGateway(sms_provider) && SMS_CREDENTIALS[sms_provider].every((name) => settings[name] !== '');
}
