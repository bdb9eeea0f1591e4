// Checks that the configured SMS gateway has all its credentials. No network is needed, so a request can be refused.
import type { SmsSettings } from './gateway.ts';
import { smsGateway } from './gateways.ts';

/** Returns the settings that the configured gateway lacks; none if there is no gateway. */
export function missingCredentials(settings: SmsSettings): readonly string[] {
  return (smsGateway(settings.sms_provider)?.credentials ?? []).filter((name) => settings[name] === '');
}

export function smsReady(settings: SmsSettings): boolean {
  return smsGateway(settings.sms_provider) !== null && missingCredentials(settings).length === 0;
}
