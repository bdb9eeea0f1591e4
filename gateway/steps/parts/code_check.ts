// Asks the SMS gateway to verify a typed code, if that gateway generates the codes. SQL counts the attempt first, so
// that the attempt limit also protects the SMS gateway.
import { sendOutgoingRequest } from '../../../core/outgoing.ts';
import type { CodeCheck, EnteredCode, SmsSettings } from '../../../core/sms/gateway.ts';
import { findSmsGateway } from '../../../core/sms/gateways.ts';
import { isSmsConfigured } from '../../../core/sms/ready.ts';
import { readSmsResponse as readSmsAnswer, redactReason } from '../../../core/sms/response.ts';
import { refuse } from '../../http/errors.ts';
import { deadlineMs } from '../../pipeline/deadline.ts';

export type CodeCheckSettings = SmsSettings & { api_max_request_duration: number; hook_send_sms_enabled: boolean };

/** Longest timeout in seconds. It is short, because a user waits for the response. */
const LONGEST_S = 10;

/**
 * Creates the function that verifies a code for a phone number. Returns null if the server generates the codes
 * itself.
 */
export function createCodeCheck(settings: CodeCheckSettings): ((typed: EnteredCode) => Promise<boolean>) | null {
  const gateway = findSmsGateway(settings.sms_provider);
  const check = gateway?.check;
  // With a hook that sends SMS, the server generates the codes itself.
  if (check === undefined || settings.hook_send_sms_enabled || !isSmsConfigured(settings)) return null;
  const secrets = gateway?.secrets(settings) ?? [];
  return (typed) => verifyCode(typed, { check, secrets, settings });
}

/** Returns true if the code is valid for the number. Throws a 503 error if the gateway returns no verdict. */
async function verifyCode(
  typed: EnteredCode,
  { check, secrets, settings }: { check: CodeCheck; secrets: readonly string[]; settings: CodeCheckSettings },
): Promise<boolean> {
  const verdict = await requestVerdict(typed, check, settings).catch((cause: unknown) => {
    throw Object.assign(refuse('unavailable'), { cause });
  });
  if ('approved' in verdict) return verdict.approved;
  const fault = redactReason(verdict.fault, [typed.code, ...secrets]);
  throw Object.assign(refuse('unavailable'), { cause: new Error(`the SMS gateway answered ${fault}`) });
}

async function requestVerdict(
  typed: EnteredCode,
  check: CodeCheck,
  settings: CodeCheckSettings,
): ReturnType<typeof readCodeVerdict> {
  const { url, headers, body, method = 'POST' } = check.request(typed, settings);
  const response = await sendOutgoingRequest(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    // Following a redirect could send the code and the credentials to another host.
    redirect: 'manual',
    signal: AbortSignal.timeout(
      deadlineMs({
        own_s: Math.min(settings.internal_http_timeout || LONGEST_S, LONGEST_S),
        request_s: settings.api_max_request_duration,
        share: 0.9,
      }),
    ),
  });
  return readCodeVerdict(response, check);
}

async function readCodeVerdict(response: Response, check: CodeCheck) {
  const answer = await readSmsAnswer(response, false);
  if (answer !== null) return check.read(answer);
  if (response.ok) throw new Error('the SMS gateway gave an answer that cannot be read');
  return check.read({ status: response.status, body: {}, text: '' });
}
