// Helpers of the tests of SMS gateways: a message, a sender for a mock on loopback, and the outcome of an attempt.
import * as assert from 'uvu/assert';
import { type Outgoing, SendError } from '../../../core/senders.ts';
import type { SmsSettings } from '../../../core/sms/gateway.ts';
import { createSmsSender } from '../../../worker/sms/send.ts';
import { smsDefaults } from '../../support/processes/worker.ts';
import { createThirdParty, type ThirdParty, type ThirdPartyAnswer } from '../../support/providers/third_party.ts';

/** Words of an error, and whether it is permanent, may have been sent, or is to be retried. */
export type Ending = [how: 'for good' | 'unknown' | 'again', words: string] | 'sent';

export interface GatewayCase {
  mock: ThirdParty;
  settings(more?: Partial<SmsSettings>): SmsSettings;
  send(more?: Partial<Outgoing>, set?: Partial<SmsSettings>): Promise<void>;
  /** Returns the outcome of an attempt with this answer of the gateway. */
  ending(answer: ThirdPartyAnswer | 'hang' | 'cut', more?: Partial<Outgoing>): Promise<Ending>;
}

export const MESSAGE: Outgoing = {
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

/** Creates a mock of a gateway, and the settings for it. */
export async function gatewayCase(set: (url: string) => Partial<SmsSettings>): Promise<GatewayCase> {
  const mock = await createThirdParty();
  const settings: GatewayCase['settings'] = (more) => ({
    ...smsDefaults(),
    internal_http_timeout: 10,
    ...set(mock.url),
    ...more,
  });
  const send: GatewayCase['send'] = async (more, own) => {
    const sender = createSmsSender(settings(own));
    assert.ok(sender, 'the settings are complete');
    await sender({ ...MESSAGE, ...more }, new AbortController().signal);
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

/** Asserts that there is no sender without one of these settings. */
export function assertCredentials(c: GatewayCase, names: readonly (keyof SmsSettings)[]): void {
  for (const name of names) assert.is(createSmsSender(c.settings({ [name]: '' })), null, name);
}
