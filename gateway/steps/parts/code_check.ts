// Asks the SMS gateway about a typed code, if that gateway creates the codes. SQL counts the attempt first, so the
// attempt limit also protects the gateway.
import { outgoing } from '../../../core/outgoing.ts';
import { readAnswer as readSmsAnswer, reasonOf } from '../../../core/sms/answer.ts';
import type { CodeCheck, SmsSettings, TypedCode } from '../../../core/sms/gateway.ts';
import { smsGateway } from '../../../core/sms/gateways.ts';
import { smsReady } from '../../../core/sms/ready.ts';
import { refuse } from '../../http/errors.ts';
import { deadlineMs } from '../../pipeline/deadline.ts';

export type CodeCheckSettings = SmsSettings & { api_max_request_duration: number; hook_send_sms_enabled: boolean };

/** Timeout in seconds. A person waits for the answer. */
const LONGEST_S = 10;

/** Returns the function that asks whether a code belongs to a number; null if we create the codes ourselves. */
export function createCodeCheck(settings: CodeCheckSettings): ((typed: TypedCode) => Promise<boolean>) | null {
  const gateway = smsGateway(settings.sms_provider);
  const check = gateway?.check;
  // With a hook that sends SMS, we create the codes ourselves.
  if (check === undefined || settings.hook_send_sms_enabled || !smsReady(settings)) return null;
  const secrets = gateway?.secrets(settings) ?? [];
  return (typed) => askAbout(typed, { check, secrets, settings });
}

/** Returns true if the code belongs to the number. Throws 503 if the gateway gives no verdict. */
async function askAbout(
  typed: TypedCode,
  { check, secrets, settings }: { check: CodeCheck; secrets: readonly string[]; settings: CodeCheckSettings },
): Promise<boolean> {
  const verdict = await ask(typed, check, settings).catch((cause: unknown) => {
    throw Object.assign(refuse('unavailable'), { cause });
  });
  if ('approved' in verdict) return verdict.approved;
  const fault = reasonOf(verdict.fault, [typed.code, ...secrets]);
  throw Object.assign(refuse('unavailable'), { cause: new Error(`the SMS gateway answered ${fault}`) });
}

async function ask(typed: TypedCode, check: CodeCheck, settings: CodeCheckSettings): ReturnType<typeof readVerdict> {
  const { url, headers, body, method = 'POST' } = check.request(typed, settings);
  const response = await outgoing(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    // A redirect would send the code and our password to another host.
    redirect: 'manual',
    signal: AbortSignal.timeout(
      deadlineMs({
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
