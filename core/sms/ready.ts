// Whether the SMS gateway that is chosen has all its credentials: known without the network, so a request can be refused.
import type { SmsSettings } from './gateway.ts';
import { smsGateway } from './gateways.ts';

/** The settings that the chosen gateway lacks; none where there is no such gateway. */
export function missingCredentials(settings: SmsSettings): readonly string[] {
  return (smsGateway(settings.sms_provider)?.credentials ?? []).filter((name) => settings[name] === '');
}

export function smsReady(settings: SmsSettings): boolean {
  return smsGateway(settings.sms_provider) !== null && missingCredentials(settings).length === 0;
}
