// Helpers for tests of SMS providers: a message, a mock on loopback, and the result of an attempt.
import * as assert from 'uvu/assert';
import { type OutgoingMessage, SendError } from '../../../core/senders.ts';
import type { SmsSettings } from '../../../core/sms/gateway.ts';
import { createSmsSender } from '../../../worker/sms/send.ts';
import { smsDefaults } from '../../support/processes/worker.ts';
import { startThirdParty, type ThirdParty, type ThirdPartyResponse } from '../../support/providers/third_party.ts';

/**
 * Error message of an attempt, and its class: permanent ('for good'), possibly sent ('unknown'), or to be retried
 * ('again').
 */
export type AttemptResult = [how: 'for good' | 'unknown' | 'again', words: string] | 'sent';

export interface SmsProviderCase {
  mock: ThirdParty;
  settings(more?: Partial<SmsSettings>): SmsSettings;
  send(more?: Partial<OutgoingMessage>, set?: Partial<SmsSettings>): Promise<void>;
  /** Returns the result of an attempt with this response of the provider. */
  ending(answer: ThirdPartyResponse | 'hang' | 'cut', more?: Partial<OutgoingMessage>): Promise<AttemptResult>;
}

export const SMS_MESSAGE: OutgoingMessage = {
  id: '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11',
  kind: 'sms',
  channel: 'sms',
  to: '491701234567',
  subject: '',
  html: '',
  text: 'Your code is 012345',
  link: '',
  code: '012345',
  created_at: '2026-08-01T10:00:00.1Z',
};

/** Creates a mock of an SMS provider, and settings for it. */
export async function createSmsProviderCase(set: (url: string) => Partial<SmsSettings>): Promise<SmsProviderCase> {
  const mock = await startThirdParty();
  const settings: SmsProviderCase['settings'] = (more) => ({
    ...smsDefaults(),
    internal_http_timeout: 10,
    ...set(mock.url),
    ...more,
  });
  const send: SmsProviderCase['send'] = async (more, own) => {
    const sender = createSmsSender(settings(own));
    assert.ok(sender, 'the settings are complete');
    await sender({ ...SMS_MESSAGE, ...more }, new AbortController().signal);
  };
  return {
    mock,
    settings,
    send,
    async ending(answer, more) {
      mock.behaviour = () => answer;
      try {
        await send(more, answer === 'hang' ? { internal_http_timeout: 0.3 } : {});
        return 'sent';
      } catch (error) {
        if (!(error instanceof SendError)) throw error;
        return [error.permanent ? 'for good' : error.unknown ? 'unknown' : 'again', error.message];
      }
    },
  };
}

/** Asserts that each of these settings is required: without it, there is no sender. */
export function assertSettingsRequired(c: SmsProviderCase, names: readonly (keyof SmsSettings)[]): void {
  for (const name of names) assert.is(createSmsSender(c.settings({ [name]: '' })), null, name);
}
