// Steps for codes and link tokens of POST /verify, and for codes that the SMS gateway generates.
import { parseResult } from '../database/call.ts';
import { type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { NeedsOfCall, SqlCall } from '../routes/sql_call.ts';
import { type UnsealedLink, unsealLink } from './links.ts';
import { createCodeCheck } from './parts/code_check.ts';

interface HasCodeBody {
  readonly body: {
    readonly token: string | null;
    readonly token_hash: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly redirect_to: string | null;
  };
}

interface HasProof {
  readonly proof: {
    code: string | null;
    link: UnsealedLink | null;
    redirect_to: string | null;
    needs_password: boolean;
  };
}

/** Determines whether the request contains a typed code or a link token, and unseals a link token. */
export const unsealProof = step('unsealProof', {}, ({ ring }) => ({ body }: RequestContext & HasCodeBody): HasProof => {
  const token = body.token ?? '';
  const hash = body.token_hash ?? '';
  // Some clients send {type, token} without an address. The token is then a link token.
  if (token && !hash && !body.email && !body.phone) {
    return { proof: { code: null, link: unsealLink(ring, token), redirect_to: null, needs_password: true } };
  }
  const link = hash ? unsealLink(ring, hash) : null;
  return { proof: { code: token || null, link, redirect_to: body.redirect_to ?? null, needs_password: false } };
});

interface HasGatewayVerdict {
  /** JSON with token_id, and with the verdict of the SMS gateway in `approved`. Null if no code was checked. */
  readonly gateway_verdict: string | null;
}

/**
 * Verifies a code that the SMS gateway generated. The SQL function counts the attempt. Then the SMS gateway is called
 * without holding a database connection. Does nothing if the server generates the codes itself, or if `codeOf` returns
 * no code.
 */
export function verifyWithSmsGateway<const C extends SqlCall, Asked>(
  call: C,
  codeOf: (context: RequestContext & Asked) => string | null,
): Step<NeedsOfCall<C> & Asked, HasGatewayVerdict> {
  return step('verifyWithSmsGateway', { calls: [call] }, ({ calls, settings }, route) => {
    const check = createCodeCheck(settings);
    if (check === null) return () => ({ gateway_verdict: null });
    const ready = calls.ready(call, route);
    return async (context: RequestContext & Asked) => {
      const code = codeOf(context);
      if (!code) return { gateway_verdict: null };
      const answer = await ready.ask(context, { hashes: false });
      if (answer === null) return { gateway_verdict: null };
      const { token_id, to } = parseResult(answer);
      const approved = typeof to === 'string' && (await check({ to, code }));
      return { gateway_verdict: JSON.stringify({ token_id, approved }) };
    };
  });
}
