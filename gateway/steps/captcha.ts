// Verifies the captcha, if captcha is on. A service token replaces it.
import { type Step, step } from '../pipeline/step.ts';

export const captcha: Step<unknown, undefined> = step(
  'captcha',
  { captcha: true },
  ({ verifyCaptcha }) =>
    ({ request, from }) =>
      verifyCaptcha(request, from),
);
