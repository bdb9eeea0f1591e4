// Rejects a new e-mail address that cannot receive mail, before the SQL call.
import { type RequestContext, type Step, step } from '../pipeline/step.ts';

interface HasEmail {
  readonly body: { readonly email: string | null };
}

export const checkMailHost: Step<HasEmail, undefined> = step(
  'checkMailHost',
  { refuses: ['email_address_invalid'] },
  ({ mailHosts }) =>
    async ({ body }: RequestContext & HasEmail): Promise<undefined> => {
      await mailHosts?.(body.email);
    },
);
