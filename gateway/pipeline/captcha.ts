// Verifies captcha tokens with the provider. If the provider does not answer, the request is rejected.
import { parseJsonObjectOrNull } from '../../core/json_object.ts';
import { readLimitedText } from '../../core/limited_read.ts';
import { sendOutgoingRequest } from '../../core/outgoing.ts';
import type { CAPTCHA_PROVIDERS } from '../../core/settings/rows/security.ts';
import type { Settings } from '../../core/settings/table.ts';
import { BODY_LIMIT, parseJsonBody } from '../http/body.ts';
import { refuse } from '../http/errors.ts';
import type { HttpRequest } from '../server/types.ts';
import { deadlineMs } from './deadline.ts';

/** Verification URLs of the providers. Both have the same request and response format. */
const ADDRESSES: Readonly<Record<(typeof CAPTCHA_PROVIDERS)[number], string>> = {
  hcaptcha: 'https://hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

export type CaptchaSettings = Pick<
  Settings,
  | 'security_captcha_enabled'
  | 'security_captcha_provider'
  | 'security_captcha_secret'
  | 'security_captcha_timeout'
  | 'security_captcha_url'
  | 'api_max_request_duration'
>;

/** Throws unless the request has a valid token. `ip` is not sent if it is ''. */
export type VerifyCaptcha = (request: Pick<HttpRequest, 'body'>, ip: string) => Promise<void>;

/** Body members that contain the token. auth-js sends the token in gotrue_meta_security. */
export const CAPTCHA_SHAPE = { captcha_token: 'string', gotrue_meta_security: 'object' } as const;

/**
 * ANSWER_LIMIT: maximum size of a provider's response in bytes. CODES_SHOWN: maximum number of characters of the error
 * codes in a log line.
 */
const ANSWER_LIMIT = 64 * 1024;
const CODES_SHOWN = 300;

/** Creates the check. Returns null if captcha is off. */
export function createCaptchaCheck(settings: CaptchaSettings): VerifyCaptcha | null {
  if (!settings.security_captcha_enabled) return null;
  const url = settings.security_captcha_url || ADDRESSES[settings.security_captcha_provider as keyof typeof ADDRESSES];
  if (url === undefined) throw new Error('the captcha provider is unknown');
  const secret = settings.security_captcha_secret.trim();
  const deadline_ms = deadlineMs({
    own_s: settings.security_captcha_timeout,
    request_s: settings.api_max_request_duration,
    share: 0.9,
  });

  return async (request, ip) => {
    const response = readCaptchaToken(await request.body(BODY_LIMIT));
    if (response === '') throw refuse('captcha_missing');
    const form = new URLSearchParams({ secret, response, ...(ip === '' ? {} : { remoteip: ip }) });
    const verdict = await requestVerdict(url, form, deadline_ms).catch((error: unknown) => {
      throw Object.assign(refuse('captcha_unavailable'), { cause: error });
    });
    if (!verdict.success) throw refuse('captcha_refused', verdict.codes.join(', ').slice(0, CODES_SHOWN));
  };
}

function readCaptchaToken(buffer: Buffer): string {
  const body = parseJsonBody(buffer, CAPTCHA_SHAPE);
  const nested = body.gotrue_meta_security?.captcha_token ?? '';
  if (typeof nested !== 'string') throw refuse('bad_json', '"captcha_token" must be a string');
  return nested.trim() || body.captcha_token?.trim() || '';
}

interface CaptchaVerdict {
  success: boolean;
  codes: string[];
}

/** Returns the provider's verdict, whatever the HTTP status. Rejects if the response is late or malformed. */
async function requestVerdict(url: string, form: URLSearchParams, deadline_ms: number): Promise<CaptchaVerdict> {
  const signal = AbortSignal.timeout(deadline_ms);
  // Following a redirect could send the secret to another host.
  const answer = await sendOutgoingRequest(url, { method: 'POST', body: form, signal, redirect: 'error' });
  const parsed = parseJsonObjectOrNull(await readLimitedText(answer, ANSWER_LIMIT));
  if (parsed === null) throw new Error('no object was answered');
  const { success = false, 'error-codes': codes = [] } = parsed;
  if (typeof success !== 'boolean') throw new Error('success is no boolean');
  const texts = Array.isArray(codes) ? codes.filter((code): code is string => typeof code === 'string') : [];
  return { success, codes: texts };
}
