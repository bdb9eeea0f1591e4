// Runs one task in a process whose environment names a proxy and a CA, and prints its result.
import { sendOutgoingRequest } from '../../core/outgoing.ts';
import { createCaptchaCheck } from '../../gateway/pipeline/captcha.ts';
import { createSmsSender } from '../../worker/sms/send.ts';
import { smsDefaults } from '../support/processes/worker.ts';
import { SMS_MESSAGE } from '../worker/sms/gateway_case.ts';

const [what, url = ''] = process.argv.slice(2);
const signal = AbortSignal.timeout(5_000);

async function sendSms(): Promise<string> {
  const sender = createSmsSender({ ...smsDefaults(), sms_provider: 'http', sms_http_url: url });
  if (sender === null) return 'no sender';
  await sender(SMS_MESSAGE, signal);
  return 'sent';
}

async function verifyCaptcha(): Promise<string> {
  const captcha = createCaptchaCheck({
    security_captcha_enabled: true,
    security_captcha_provider: 'hcaptcha',
    security_captcha_secret: 's',
    security_captcha_timeout: 5,
    security_captcha_url: url,
    api_max_request_duration: 10,
  });
  await captcha?.({ body: async () => Buffer.from('{"captcha_token":"t"}') }, '');
  return 'human';
}

const get = async (): Promise<string> => String((await sendOutgoingRequest(url, { signal })).status);
const work = { sms: sendSms, captcha: verifyCaptcha, get }[what ?? ''];
const ended = await work?.().catch((error: Error) => `${error.name}: ${error.message}`);
process.stdout.write(JSON.stringify(ended));
