// Builds the response from the result of a SQL function.
import { wireUser } from '../../core/wire_user.ts';
import { readAnswer } from '../database/call.ts';
import {
  isSession,
  jsonResponse,
  noContent,
  pageResponse,
  sessionBody,
  taggedResponse,
  textResponse,
} from '../pipeline/reply.ts';
import { type Arrived, type Gateway, type Responded, type Run, type Step, step } from '../pipeline/step.ts';
import type { ReplyKind } from '../routes/names.ts';
import type { HttpResponse } from '../server/types.ts';
import type { Answered } from './sql.ts';

export function reply(kind: ReplyKind): Step<Answered, Responded> {
  return step(`reply.${kind}`, { opens_session: kind === 'session', reply: kind }, (gateway) => FORMS[kind](gateway));
}

const isError = (answer: string | null): answer is null => answer === null || answer.startsWith('{"refused"');

/** Sends the result as SQL returned it. Only an error must be parsed. */
const asWritten =
  (responseOf: (answer: string, context: Arrived) => HttpResponse): Run<Answered, Responded> =>
  (context) => {
    const { answer } = context;
    return {
      response: isError(answer) ? jsonResponse(readAnswer(answer), { secret: true }) : responseOf(answer, context),
    };
  };

const userResponse = (answer: Record<string, unknown>): HttpResponse =>
  jsonResponse('identities' in answer ? wireUser(answer) : answer, { secret: true });

const FORMS: Readonly<Record<ReplyKind, (gateway: Gateway) => Run<Answered, Responded>>> = {
  json: () => asWritten(textResponse),
  page: () => asWritten((answer, { request }) => pageResponse(answer, request)),
  tagged: () => asWritten((answer, { request }) => taggedResponse(answer, request)),
  no_content:
    () =>
    ({ answer }) => {
      readAnswer(answer);
      return { response: noContent() };
    },
  user:
    () =>
    ({ answer }) => ({ response: userResponse(readAnswer(answer)) }),
  session:
    ({ jwt, ring }) =>
    async ({ answer, note }) => {
      const parsed = readAnswer(answer);
      if (!isSession(parsed)) return { response: userResponse(parsed) };
      note({ warning: parsed.warning, signed_in: true });
      return { response: jsonResponse(await sessionBody(parsed, { jwt, ring }, note), { secret: true }) };
    },
};
