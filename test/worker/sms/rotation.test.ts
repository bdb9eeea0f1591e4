// runner: when=sql,gateway,core,worker

// Rotation of SMS providers' keys as in docs/rotating-keys.md: no SMS fails while the old and the new key are valid. An
// SMS that failed with an invalid key waits, and the next worker sends it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker } from '../../../worker/main.ts';
import { startStack } from '../../support/processes/stack.ts';
import { createMemoryLog, waitForState } from '../../support/processes/worker.ts';
import { type ReceivedRequest, startThirdParty, type ThirdPartyResponse } from '../../support/providers/third_party.ts';

const vendor = await startThirdParty();
const stack = await startStack({ worker: false, env: { SVC_EXTERNAL_PHONE_ENABLED: 'true', SVC_SMS_OTP_EXP: '600' } });
test.after(async () => {
  await stack.close();
  await vendor.close();
});

interface RotatedKey {
  env: (key: string) => Record<string, string>;
  /** Returns the key in a request. */
  keyOf: (request: ReceivedRequest) => string | undefined;
  taken: ThirdPartyResponse;
  refused: ThirdPartyResponse;
}

const basic = ({ headers }: ReceivedRequest): string | undefined =>
  Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':')[1];
const unauthenticated = { status: 401, body: { code: 20003, message: 'Authenticate', more_info: 'https://t/20003' } };
const twilio = (name: string): RotatedKey => ({
  env: (key) => ({
    [`SVC_SMS_${name}_ACCOUNT_SID`]: 'AC1',
    [`SVC_SMS_${name}_AUTH_TOKEN`]: key,
    [`SVC_SMS_${name}_MESSAGE_SERVICE_SID`]: 'MG1',
    [`SVC_SMS_${name}_URL`]: vendor.url,
  }),
  keyOf: basic,
  taken: { status: 201, body: { sid: 'SM1', status: 'queued' } },
  refused: unauthenticated,
});
const vonage = (part: 'KEY' | 'SECRET'): RotatedKey => ({
  env: (key) => ({
    SVC_SMS_VONAGE_API_KEY: 'the-key-of-vonage',
    SVC_SMS_VONAGE_API_SECRET: 'the-secret-of-vonage',
    [`SVC_SMS_VONAGE_API_${part}`]: key,
    SVC_SMS_VONAGE_FROM: 'Acme',
    SVC_SMS_VONAGE_URL: vendor.url,
  }),
  keyOf: ({ form }) => form[`api_${part.toLowerCase()}`],
  taken: { body: { messages: [{ status: '0', 'message-id': 'vo1' }] } },
  refused: { body: { messages: [{ status: '4', 'error-text': 'Invalid credentials' }] } },
});
const http = (env: RotatedKey['env'], keyOf: RotatedKey['keyOf']): RotatedKey => ({
  env: (key) => ({ SVC_SMS_HTTP_URL: vendor.url, ...env(key) }),
  keyOf,
  taken: { status: 202, body: '' },
  refused: { status: 401, body: 'no' },
});

const GATEWAYS: readonly [setting: string, provider: string, RotatedKey][] = [
  ['SVC_SMS_TWILIO_AUTH_TOKEN', 'twilio', twilio('TWILIO')],
  ['SVC_SMS_TWILIO_VERIFY_AUTH_TOKEN', 'twilio_verify', twilio('TWILIO_VERIFY')],
  [
    'SVC_SMS_MESSAGEBIRD_ACCESS_KEY',
    'messagebird',
    {
      env: (key) => ({
        SVC_SMS_MESSAGEBIRD_ACCESS_KEY: key,
        SVC_SMS_MESSAGEBIRD_ORIGINATOR: 'Acme',
        SVC_SMS_MESSAGEBIRD_URL: vendor.url,
      }),
      keyOf: ({ headers }) => headers.authorization?.replace(/^AccessKey /, ''),
      taken: { status: 201, body: { id: 'mb1', recipients: { totalSentCount: 1 } } },
      refused: {
        status: 401,
        body: { errors: [{ code: 2, description: 'Request not allowed (incorrect access_key)' }] },
      },
    },
  ],
  [
    'SVC_SMS_TEXTLOCAL_API_KEY',
    'textlocal',
    {
      env: (key) => ({
        SVC_SMS_TEXTLOCAL_API_KEY: key,
        SVC_SMS_TEXTLOCAL_SENDER: 'Acme',
        SVC_SMS_TEXTLOCAL_URL: vendor.url,
      }),
      keyOf: ({ form }) => form.apikey,
      taken: { body: { status: 'success', messages: [{ id: 'tl1' }] } },
      refused: { body: { status: 'failure', errors: [{ code: 3, message: 'Invalid login details' }] } },
    },
  ],
  ['SVC_SMS_VONAGE_API_KEY', 'vonage', vonage('KEY')],
  ['SVC_SMS_VONAGE_API_SECRET', 'vonage', vonage('SECRET')],
  [
    'SVC_SMS_HTTP_HEADERS',
    'http',
    http(
      (key) => ({ SVC_SMS_HTTP_HEADERS: JSON.stringify({ Authorization: `Bearer ${key}` }) }),
      ({ headers }) => headers.authorization?.replace(/^Bearer /, ''),
    ),
  ],
  [
    'SVC_SMS_HTTP_URL',
    'http',
    http(
      (key) => ({ SVC_SMS_HTTP_URL: `${vendor.url}/?key=${key}` }),
      ({ path }) => new URLSearchParams(path.split('?')[1]).get('key') ?? undefined,
    ),
  ],
  [
    'SVC_SMS_HTTP_BODY',
    'http',
    http(
      (key) => ({ SVC_SMS_HTTP_BODY: JSON.stringify({ key, to: '{{ .To }}', text: '{{ .Text }}' }) }),
      ({ body }) => (JSON.parse(body) as { key: string }).key,
    ),
  ],
];

let numbers = 0;
for (const [setting, provider, { env, keyOf, taken, refused }] of GATEWAYS) {
  test(`${setting}: both are valid, then only the new one, and no SMS is lost`, async () => {
    const takes = new Set(['old-CANARY-key', 'new-CANARY-key']);
    const keys: (string | undefined)[] = [];
    vendor.behaviour = (request) => {
      const key = keyOf(request);
      if (key !== undefined && takes.has(key)) keys.push(key);
      return key !== undefined && takes.has(key) ? taken : refused;
    };
    const nodes = await Promise.all(
      ['old-CANARY-key', 'new-CANARY-key'].map((key) => stack.another({ SVC_SMS_PROVIDER: provider, ...env(key) })),
    );
    const [before, after] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
    const { log, text } = createMemoryLog();
    const ask = async (): Promise<string> => {
      numbers += 1;
      const answer = await before.post('/otp', { phone: `+4917011${String(numbers).padStart(5, '0')}` });
      assert.is(answer.status, 200, answer.text);
      return String(answer.body.message_id);
    };
    let worker = await startWorker({ settings: before.settings, log });
    try {
      await waitForState(stack.db, await ask(), ['sent']);
      takes.delete('old-CANARY-key');
      const late = await ask();
      for (let look = 0; look < 6_000 && !text().includes('message not sent'); look += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      assert.is((await waitForState(stack.db, late, ['queued', 'sending', 'failed'])).state, 'queued');
      await worker.close();
      worker = await startWorker({ settings: after.settings, log });
      await stack.db.sql`update auth_queue.job set start_after = now() where data ->> 'message_id' = ${late}`;
      assert.is((await waitForState(stack.db, late, ['sent', 'failed'])).state, 'sent');
      assert.equal(keys, ['old-CANARY-key', 'new-CANARY-key']);
      assert.not.match(text(), /CANARY/);
    } finally {
      await worker.close();
    }
  });
}

test.run();
