// Verifies the captcha if captcha is on. A request with a service token needs none.
import { type Step, step } from '../pipeline/step.ts';

export const captcha: Step<unknown, undefined> = step(
  'captcha',
  { captcha: true },
  ({ verifyCaptcha }) =>
    ({ request, from }) =>
      verifyCaptcha(request, from),
);
