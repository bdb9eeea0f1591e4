// What a request brings with it, before its body is read.
import type { Settings } from '../../core/settings/table.ts';
import { audienceOf } from '../http/audience.ts';
import type { ClientAddress } from '../http/client_ip.ts';
import { createExternalUrl } from '../http/external_url.ts';
import type { Claims } from '../http/jwt.ts';
import { languagesOf } from '../http/languages.ts';
import { parseQuery } from '../http/query.ts';
import type { Redirects } from '../http/redirect.ts';
import { sessionTagOf } from '../http/session_tag.ts';
import type { HttpRequest } from '../server/types.ts';
import type { Endpoint, Inputs } from './exchange.ts';

interface Arrived {
  request: HttpRequest;
  request_id: string;
  from: ClientAddress;
  endpoint: Endpoint;
  /** Parameters of the path, decoded. */
  params: Readonly<Record<string, string>>;
  claims: Claims | null;
}

/** Reads the query and the headers; the body and what later steps find out are still empty. */
export function createInputs(o: { settings: Settings; redirects: Redirects }): (arrived: Arrived) => Inputs {
  const { settings, redirects } = o;
  const externalUrl = createExternalUrl(settings);

  const targetOf = (request: HttpRequest, query: string | null | undefined): string =>
    redirects.resolve({
      header: request.header('redirect_to'),
      query: query ?? undefined,
      referer: request.header('referer'),
    });

  return ({ request, request_id, from, endpoint, params, claims }) => {
    const query = parseQuery(request.query, endpoint.query_shape);
    const languages = endpoint.mails ? languagesOf(request.header('accept-language')) : undefined;
    const session_tag = endpoint.reply === 'session' ? (sessionTagOf(request, settings) ?? undefined) : undefined;
    return {
      body: {},
      query,
      opened: {},
      path: params,
      claims,
      client: clientOf(endpoint, from, request, { request_id, languages, session_tag }),
      languages,
      audience: audienceOf(request, settings),
      base_url: externalUrl(request),
      redirect_to: endpoint.redirects ? targetOf(request, query.redirect_to) : '',
      vouched: null,
      rehashed: null,
      seen: null,
    };
  };
}

/** Who a request comes from, for sessions and the audit log. Administrators cannot forge the address that is logged for them. */
function clientOf(
  { auth }: Endpoint,
  from: ClientAddress,
  request: HttpRequest,
  more: { request_id: string; languages: string | null | undefined; session_tag: string | undefined },
): string {
  const ip = auth === 'admin' ? from.vouched : from.ip;
  return JSON.stringify({ ip: ip || null, user_agent: request.header('user-agent') ?? null, ...more });
}
