// Asks the SMS gateway about a typed code, if that gateway makes the codes. SQL counts the guess first, so the gateway is not
// asked more often than guesses are allowed; no database connection is held while we wait.

import { outgoing } from '../../core/outgoing.ts';
import { readAnswer as readSmsAnswer, reasonOf } from '../../core/sms/answer.ts';
import type { CodeCheck, SmsSettings, TypedCode } from '../../core/sms/gateway.ts';
import { smsGateway } from '../../core/sms/gateways.ts';
import { smsReady } from '../../core/sms/ready.ts';
import type { Call } from '../database/call.ts';
import { readAnswer } from '../database/call.ts';
import { visitorOf } from '../http/client_ip.ts';
import { refuse } from '../http/errors.ts';
import { deadlineOf } from './deadline.ts';
import type { Exchange } from './exchange.ts';

export type VouchSettings = SmsSettings & { api_max_request_duration: number; hook_send_sms_enabled: boolean };

/** What the deciding call is told of the code, as JSON; null where there was nothing to ask. */
export type Vouch = (exchange: Exchange) => Promise<string | null>;

/** A person waits for the answer. */
const LONGEST_S = 10;

/** Asks the SMS gateway whether a code is a number's; null where our own codes are sent. */
export function createCodeCheck(settings: VouchSettings): ((typed: TypedCode) => Promise<boolean>) | null {
  const gateway = smsGateway(settings.sms_provider);
  const check = gateway?.check;
  // A hook sends our own codes.
  if (check === undefined || settings.hook_send_sms_enabled || !smsReady(settings)) return null;
  const secrets = gateway?.secrets(settings) ?? [];
  return (typed) => askAbout(typed, { check, secrets, settings });
}

/** Null where our own codes are sent. */
export function createVouch({ call, settings }: { call: Call; settings: VouchSettings }): Vouch | null {
  const checkCode = createCodeCheck(settings);
  if (checkCode === null) return null;

  return async ({ request, from, endpoint: { vouching_call: before }, inputs }) => {
    if (!before?.applies(inputs)) return null;
    const visitor = visitorOf(request, from.limit_key);
    const taken = await call(before.statement, before.values(inputs), { hashes: false, ...visitor });
    if (taken === null) return null;
    const { token_id, to } = readAnswer(taken);
    if (typeof to !== 'string') return JSON.stringify({ token_id, approved: false });
    const code = String(inputs.opened.code ?? inputs.body.nonce);
    return JSON.stringify({ token_id, approved: await checkCode({ to, code }) });
  };
}

/** Whether the code is the number's; a 503 where that cannot be told. */
async function askAbout(
  typed: TypedCode,
  { check, secrets, settings }: { check: CodeCheck; secrets: readonly string[]; settings: VouchSettings },
): Promise<boolean> {
  const verdict = await ask(typed, check, settings).catch((cause: unknown) => {
    throw Object.assign(refuse('unavailable'), { cause });
  });
  if ('approved' in verdict) return verdict.approved;
  const fault = reasonOf(verdict.fault, [typed.code, ...secrets]);
  throw Object.assign(refuse('unavailable'), { cause: new Error(`the SMS gateway answered ${fault}`) });
}

async function ask(typed: TypedCode, check: CodeCheck, settings: VouchSettings): ReturnType<typeof readVerdict> {
  const { url, headers, body, method = 'POST' } = check.request(typed, settings);
  const response = await outgoing(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    // A redirect would carry the code and our password to somebody else.
    redirect: 'manual',
    signal: AbortSignal.timeout(
      deadlineOf({
        own_s: Math.min(settings.internal_http_timeout || LONGEST_S, LONGEST_S),
        request_s: settings.api_max_request_duration,
        share: 0.9,
      }),
    ),
  });
  return readVerdict(response, check);
}

async function readVerdict(response: Response, check: CodeCheck) {
  const answer = await readSmsAnswer(response, false);
  if (answer !== null) return check.read(answer);
  if (response.ok) throw new Error('the SMS gateway gave an answer that cannot be read');
  return check.read({ status: response.status, body: {}, text: '' });
}
