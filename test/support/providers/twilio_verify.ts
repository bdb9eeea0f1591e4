// A fake of Twilio's Verify service on loopback. It creates a code for each phone number, reveals the code only to the
// test, and approves it once.
import * as assert from 'uvu/assert';
import { type Behaviour, type ReceivedRequest, startThirdParty, type ThirdPartyResponse } from './third_party.ts';

const ACCOUNT = 'AC/1';
const TOKEN = 'token-zq';
const PATH = '/v2/Services/VA%2F1/';
const FIELDS = { Verifications: ['Channel', 'To'], VerificationCheck: ['Code', 'To'] } as const;

export type Resource = keyof typeof FIELDS;
type Reaction = Awaited<ReturnType<Behaviour>>;

export interface TwilioVerify {
  /** Settings that connect Postern to this fake. */
  env: Record<string, string>;
  requests: ReceivedRequest[];
  /** Overrides the response if the test sets it. */
  instead: ((resource: Resource) => Reaction | undefined | Promise<Reaction>) | undefined;
  /** Returns the code sent to a phone number. `phone` has only digits. */
  codeOf(phone: string): string;
  asked(resource: Resource): number;
  close(): Promise<void>;
}

/** Response for a phone number without a pending verification. */
export const NOT_FOUND: ThirdPartyResponse = {
  status: 404,
  body: { code: 20404, message: 'The requested resource was not found', more_info: 'https://t/20404', status: 404 },
};

export async function startTwilioVerify(): Promise<TwilioVerify> {
  const mock = await startThirdParty();
  const codes = new Map<string, string>();
  let made = 0;

  const answer = (resource: Resource, { To = '', Code }: Record<string, string>): ThirdPartyResponse => {
    if (resource === 'Verifications') {
      const code = codes.get(To) ?? String(700_000 + ++made);
      codes.set(To, code);
      return { status: 201, body: { sid: `VE${made}`, to: To, status: 'pending', valid: false } };
    }
    const code = codes.get(To);
    if (code === undefined) return NOT_FOUND;
    const right = code === Code;
    if (right) codes.delete(To);
    return { body: { sid: 'VE1', to: To, status: right ? 'approved' : 'pending', valid: right } };
  };

  mock.behaviour = async (request) => {
    const resource = readResource(request);
    return (await service.instead?.(resource)) ?? answer(resource, request.form);
  };
  const service: TwilioVerify = {
    env: {
      SVC_EXTERNAL_PHONE_ENABLED: 'true',
      SVC_SMS_PROVIDER: 'twilio_verify',
      SVC_SMS_TWILIO_VERIFY_ACCOUNT_SID: ACCOUNT,
      SVC_SMS_TWILIO_VERIFY_AUTH_TOKEN: TOKEN,
      SVC_SMS_TWILIO_VERIFY_MESSAGE_SERVICE_SID: 'VA/1',
      SVC_SMS_TWILIO_VERIFY_URL: `${mock.url}/`,
      SVC_SMS_OTP_EXP: '600',
      SVC_RATE_LIMIT_SMS_SENT: '1000000',
    },
    requests: mock.requests,
    instead: undefined,
    codeOf(phone) {
      const code = codes.get(`+${phone}`);
      if (code === undefined) throw new Error(`no code waits at +${phone}`);
      return code;
    },
    asked: (resource) => mock.requests.filter(({ path }) => path === PATH + resource).length,
    close: mock.close,
  };
  return service;
}

/** Returns the requested resource. For a request that Twilio would reject, throws, which drops the connection. */
function readResource({ method, path, headers, form }: ReceivedRequest): Resource {
  const resource = path.slice(PATH.length) as Resource;
  assert.equal([method, path.slice(0, PATH.length)], ['POST', PATH]);
  assert.is(headers.authorization, `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`);
  assert.match(String(headers['content-type']), /^application\/x-www-form-urlencoded/);
  assert.equal(Object.keys(form).sort(), [...FIELDS[resource]], path);
  assert.match(form.To ?? '', /^\+\d+$/);
  return resource;
}
