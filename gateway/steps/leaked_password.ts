// Steps that check for leaked passwords. No transaction waits for the check.
import { parseResult } from '../database/call.ts';
import { type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { HasResult } from './sql.ts';

interface HasPassword {
  readonly body: { readonly password: string | null };
}

interface HasLeakResult {
  /** True if the password is leaked. Null if it was not checked or the check failed. */
  readonly leaked: boolean | null;
}

/** Checks the password in the body. */
export const checkPasswordLeaks: Step<HasPassword, HasLeakResult> = step(
  'checkPasswordLeaks',
  { refuses: ['unavailable'] },
  ({ leaks }) =>
    async ({ body }: RequestContext & HasPassword) => ({ leaked: (await leaks?.ofNewPassword(body.password)) ?? null }),
);

/** Checks the password in the body, unless an administrator sets `allow_leaked`. */
export const checkPasswordLeaksUnlessAllowed: Step<HasPassword, HasLeakResult> = step(
  'checkPasswordLeaksUnlessAllowed',
  { refuses: ['unavailable'] },
  ({ leaks }) =>
    async ({ body, query }: RequestContext & HasPassword) => ({
      leaked: query.allow_leaked === 'true' ? null : ((await leaks?.ofNewPassword(body.password)) ?? null),
    }),
);

/**
 * Checks like checkPasswordLeaksUnlessAllowed. Also checks passwords that are too short or lack required characters.
 */
export const checkAnyPasswordLeaksUnlessAllowed: Step<HasPassword, HasLeakResult> = step(
  'checkAnyPasswordLeaksUnlessAllowed',
  { refuses: ['unavailable'] },
  ({ leaks }) =>
    async ({ body, query }: RequestContext & HasPassword) => ({
      leaked: query.allow_leaked === 'true' ? null : ((await leaks?.ofAnyPassword(body.password)) ?? null),
    }),
);

/**
 * REFUSED is the start of an error in a SQL result. IF_LEAKED is the member of a result that becomes `weak_password` if
 * the password is leaked.
 */
const REFUSED = '{"refused"';
const IF_LEAKED = 'weak_if_leaked';

/**
 * Signs in and checks the password concurrently. Adds `weak_password` to the response if it is leaked. If leaked
 * passwords must be changed, the check runs first, and SQL decides with its result.
 */
export function withLeakCheck<Needs>(
  inner: Step<Needs, HasResult>,
): Step<Omit<Needs, 'leaked'> & HasPassword, HasResult> {
  return step('withLeakCheck', inner.facts, (gateway, route) => {
    const run = inner.bind(gateway, route);
    const { leaks, settings } = gateway;
    const asks = leaks !== null && settings.password_hibp_at_sign_in;
    return async (context: RequestContext & HasPassword) => {
      const asked = asks ? leaks.atSignIn(context.body.password) : null;
      const leaked = settings.password_hibp_require_change ? await asked : null;
      const { answer } = await run({ ...context, leaked } as unknown as RequestContext & Needs);
      if (asked === null || leaked !== null || answer === null || answer.startsWith(REFUSED)) return { answer };
      if ((await asked) !== true) return { answer };
      const { [IF_LEAKED]: weak_password, body, ...rest } = parseResult(answer);
      return { answer: JSON.stringify({ ...rest, body: { ...(body as object), weak_password } }) };
    };
  });
}
