// What becomes of a function's answer: the row says whether it is a session, a user, a page, a link or nothing.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { wireUser } from '../../core/wire_user.ts';
import { readAnswer } from '../database/call.ts';
import type { Jwt } from '../http/jwt.ts';
import type { HttpResponse } from '../server/types.ts';
import type { Exchange } from './exchange.ts';
import { type LinkAnswer, linkBody } from './generated_link.ts';
import { isSession, jsonResponse, noContent, pageResponse, sessionBody, textResponse } from './reply.ts';

export type Respond = (exchange: Exchange, answer: string | null) => Promise<HttpResponse>;

export function createRespond(o: { settings: Settings; ring: KeyRing; jwt: Jwt }): Respond {
  return async ({ request, endpoint: { reply, answer: kind }, inputs, trail }, answer) => {
    // What needs no tokens goes out as SQL wrote it; only a refusal has to be read.
    const as_written = reply === 'json' && kind !== 'user';
    if ((as_written || reply === 'page') && answer !== null && !answer.startsWith('{"refused"'))
      return as_written ? textResponse(answer) : pageResponse(answer, request);
    const parsed = readAnswer(answer);
    if (reply === 'no_content') return noContent();
    if (reply === 'link') {
      const link = { ...o, base_url: inputs.base_url, redirect_to: inputs.redirect_to };
      return jsonResponse(linkBody(wireUser(parsed) as unknown as LinkAnswer, link), { secret: true });
    }
    if (isSession(parsed)) {
      trail.warning = parsed.warning;
      trail.signed_in = true;
      return jsonResponse(await sessionBody(parsed, o, trail), { secret: true });
    }
    return jsonResponse('identities' in parsed ? wireUser(parsed) : parsed, { secret: true });
  };
}
