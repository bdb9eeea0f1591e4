// Builds the response from the result of a SQL function.
import { toWireUser } from '../../core/wire_user.ts';
import { parseResult } from '../database/call.ts';
import {
  buildSessionBody,
  etagResponse,
  isSession,
  jsonResponse,
  jsonTextResponse,
  noContentResponse,
  pageResponse,
} from '../pipeline/reply.ts';
import {
  type GatewayServices,
  type HasResponse,
  type RequestContext,
  type RunStep,
  type Step,
  step,
} from '../pipeline/step.ts';
import type { ResponseKind } from '../routes/names.ts';
import type { HttpResponse } from '../server/types.ts';
import type { HasResult } from './sql.ts';

export function respond(kind: ResponseKind): Step<HasResult, HasResponse> {
  return step(`reply.${kind}`, { opens_session: kind === 'session', reply: kind }, (gateway) => FORMS[kind](gateway));
}

const isError = (answer: string | null): answer is null => answer === null || answer.startsWith('{"refused"');

/** Passes the result to `responseOf` as text. Only an error is parsed. */
const asWritten =
  (responseOf: (answer: string, context: RequestContext) => HttpResponse): RunStep<HasResult, HasResponse> =>
  (context) => {
    const { answer } = context;
    return {
      response: isError(answer) ? jsonResponse(parseResult(answer), { secret: true }) : responseOf(answer, context),
    };
  };

const userResponse = (answer: Record<string, unknown>): HttpResponse =>
  jsonResponse('identities' in answer ? toWireUser(answer) : answer, { secret: true });

const FORMS: Readonly<Record<ResponseKind, (gateway: GatewayServices) => RunStep<HasResult, HasResponse>>> = {
  json: () => asWritten(jsonTextResponse),
  page: () => asWritten((answer, { request }) => pageResponse(answer, request)),
  tagged: () => asWritten((answer, { request }) => etagResponse(answer, request)),
  no_content:
    () =>
    ({ answer }) => {
      parseResult(answer);
      return { response: noContentResponse() };
    },
  user:
    () =>
    ({ answer }) => ({ response: userResponse(parseResult(answer)) }),
  session:
    ({ jwt, ring }) =>
    async ({ answer, note }) => {
      const parsed = parseResult(answer);
      if (!isSession(parsed)) return { response: userResponse(parsed) };
      note({ warning: parsed.warning, signed_in: true });
      return { response: jsonResponse(await buildSessionBody(parsed, { jwt, ring }, note), { secret: true }) };
    },
};
