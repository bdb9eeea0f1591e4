// Access control over HTTP: accepted requests and their tokens.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback, type Settings } from './flags.ts';

export interface Problem {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

type Rules = Pick<Settings, 'host' | 'accessToken' | 'clientTokens' | 'authorizationServer' | 'publicURL'>;

const metadataPath = '/.well-known/oauth-protected-resource';

/** Paths of the protected resource metadata (RFC 9728): for the host, and for this path of it. */
export const metadataPaths: readonly string[] = [metadataPath, `${metadataPath}/mcp`];

/**
 * Returns the reason to reject a request. A web page can send requests to loopback under its own host name; Host and
 * Origin reveal that.
 */
export function guard(rules: Rules, request: IncomingMessage): Problem | undefined {
  const path = pathOf(request.url ?? '');
  const metadata = metadataPaths.includes(path ?? '') && rules.authorizationServer !== undefined;
  if (path !== '/mcp' && !metadata) return { status: 404, message: 'the address is /mcp' };
  const stranger = strangeOrigin(rules, request);
  if (stranger) return { status: 403, message: stranger };
  if (metadata) return request.method === 'GET' ? undefined : { status: 405, message: 'only GET is served' };
  const [, given = ''] = /^Bearer +(.*)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (rules.accessToken && !sameText(given, rules.accessToken))
    return { status: 401, message: 'the access token is missing or wrong', headers: challenge(rules, request) };
  if (rules.clientTokens && bearerOf(request) === undefined)
    return { status: 401, message: 'send a platform token as bearer token', headers: challenge(rules, request) };
  return request.method === 'POST' ? undefined : { status: 405, message: 'only POST is served' };
}

function strangeOrigin({ host, publicURL }: Rules, { headers }: IncomingMessage): string | undefined {
  const { origin } = headers;
  const foreign = 'pages of other origins may not connect';
  if (!URL.canParse(`http://${headers.host}`)) return 'unknown host name';
  const own = publicURL === undefined ? undefined : new URL(publicURL);
  if (own && headers.host === own.host) return origin === undefined || origin === own.origin ? undefined : foreign;
  if (isLoopback(host)) {
    if (!isLoopbackUrl(`http://${headers.host}`)) return 'unknown host name';
    return origin === undefined || isLoopbackUrl(origin) ? undefined : foreign;
  }
  return origin === undefined || origin === `http://${headers.host}` ? undefined : foreign;
}

/** Returns the token that a client sent. */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1];
}

function challenge(rules: Rules, request: IncomingMessage): Record<string, string> {
  const where = rules.authorizationServer
    ? ` resource_metadata="${new URL(`${metadataPath}/mcp`, addressOf(rules, request)).href}"`
    : '';
  return { 'www-authenticate': `Bearer${where}` };
}

function addressOf({ publicURL }: Rules, { headers }: IncomingMessage): string {
  return publicURL ?? `http://${headers.host}/mcp`;
}

/** Returns the metadata that tells a client where to get a token, for the host or for `/mcp`, as requested. */
export function resourceMetadata(rules: Rules, request: IncomingMessage): Record<string, unknown> {
  const address = addressOf(rules, request);
  return {
    resource: pathOf(request.url ?? '') === metadataPath ? new URL(address).origin : address,
    authorization_servers: [rules.authorizationServer],
    bearer_methods_supported: ['header'],
    resource_name: 'Deployment platform (MCP)',
  };
}

/** Returns the path of a request line; undefined for invalid input, such as "//". */
export function pathOf(url: string): string | undefined {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : undefined;
}

function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}

function sameText(a: string, b: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}
