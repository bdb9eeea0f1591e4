// Refuses a new e-mail address that cannot get mail, before the call that decides.
import { type Arrived, type Step, step } from '../pipeline/step.ts';

interface HasEmail {
  readonly body: { readonly email: string | null };
}

export const checkMailHost: Step<HasEmail, undefined> = step(
  'checkMailHost',
  { refuses: ['email_address_invalid'] },
  ({ mailHosts }) =>
    async ({ body }: Arrived & HasEmail): Promise<undefined> => {
      await mailHosts?.(body.email);
    },
);
