// Checks whether the configured SMS gateway has all of its credentials, without a request to it.
import type { SmsSettings } from './gateway.ts';
import { findSmsGateway } from './gateways.ts';

/** Returns the settings that the configured gateway lacks. The list is empty if there is no gateway. */
export function missingCredentials(settings: SmsSettings): readonly string[] {
  return (findSmsGateway(settings.sms_provider)?.credentials ?? []).filter((name) => settings[name] === '');
}

export function isSmsConfigured(settings: SmsSettings): boolean {
  return findSmsGateway(settings.sms_provider) !== null && missingCredentials(settings).length === 0;
}
