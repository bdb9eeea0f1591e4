// Helpers for tests of SSO: a stack with SAML enabled, identity providers that sign, and a browser between them.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import {
  type Answer,
  EXTERNAL_URL,
  newEmail,
  readRedirectFragment,
  type StackOptions,
  startStack,
  type TestGateway,
} from '../../support/processes/stack.ts';
import { base64Xml, createSamlIdp, type ResponseParts, type SamlIdp } from '../../support/providers/saml_idp.ts';
import { SAML_SETTINGS } from '../../support/providers/saml_settings.ts';
import { startTlsFront } from '../../support/providers/tls_front.ts';

export { generateRsaKey as newRsaKey, SAML_PRIVATE_KEY, SAML_SETTINGS } from '../../support/providers/saml_settings.ts';

export const ACS = `${EXTERNAL_URL}/sso/saml/acs`;
export const AUDIENCE = `${EXTERNAL_URL}/sso/saml/metadata`;
export const APP = 'http://localhost:3000/welcome';

let last = 0;
/** Returns an identity provider with a new entity id. */
export function newIdentityProvider(): SamlIdp {
  last += 1;
  return createSamlIdp({ entityId: `https://idp-${last}.example.com/${randomUUID()}` });
}

export interface SamlRequest {
  readonly url: URL;
  readonly xml: string;
  readonly id: string;
  readonly relay: string;
}

/** Parses the SAML request that the browser brings to the identity provider. */
export function parseSamlRequest(location: string): SamlRequest {
  const url = new URL(location);
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return { url, xml, id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '', relay: url.searchParams.get('RelayState') ?? '' };
}

/** Returns the parts of an identity provider's response to a request. */
export const responseParts = (request: SamlRequest | null, more: Partial<ResponseParts> = {}): ResponseParts => ({
  now: Date.now(),
  acs: ACS,
  audience: AUDIENCE,
  requestId: request === null ? null : request.id,
  nameId: randomUUID(),
  attributes: { mail: newEmail() },
  ...more,
});

export async function startSsoStack(env: Record<string, string> = {}, o: StackOptions = {}) {
  const stack = await startStack({ ...o, env: { ...SAML_SETTINGS, ...env } });
  /** Adds an identity provider by its metadata. */
  const add = async (idp: SamlIdp, more: Record<string, unknown> = {}): Promise<string> => {
    const answer = await stack.post(
      '/admin/sso/providers',
      { type: 'saml', metadata_xml: idp.metadata, ...more },
      SERVICE,
    );
    assert.is(answer.status, 201, answer.text);
    return String(answer.body.id);
  };
  const change = (id: string, members: object): Promise<Answer> =>
    stack.request('PUT', `/admin/sso/providers/${id}`, members, SERVICE);
  const depart = async (body: Record<string, unknown>, node: TestGateway = stack): Promise<SamlRequest> => {
    const answer = await node.post('/sso', { redirect_to: APP, skip_http_redirect: true, ...body });
    assert.is(answer.status, 200, answer.text);
    return parseSamlRequest(String(answer.body.url));
  };
  const post = (fields: Record<string, string>, node: TestGateway = stack): Promise<Answer> =>
    node.request('POST', '/sso/saml/acs', new URLSearchParams(fields).toString(), {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
  const bring = (xml: string, relay: string, node: TestGateway = stack): Promise<Answer> =>
    post({ SAMLResponse: base64Xml(xml), RelayState: relay }, node);
  /** Runs the complete sign-in of one person. */
  const signIn = async (idp: SamlIdp, provider_id: string, more: Partial<ResponseParts> = {}): Promise<Answer> => {
    const request = await depart({ provider_id });
    return bring(idp.respond(responseParts(request, more)), request.relay);
  };
  const count = async (table: string): Promise<number> =>
    Number((await stack.db.sql.unsafe(`select count(*) as n from auth.${table}`))[0]?.n);
  return { stack, add, change, depart, post, bring, signIn, count };
}

/** Asserts that the redirect contains a session, and returns its user. */
export async function fetchUser(stack: TestGateway, answer: Answer): Promise<Record<string, unknown> & { id: string }> {
  const token = readRedirectFragment(answer).get('access_token');
  assert.ok(token, answer.headers.get('location') ?? answer.text);
  const { body } = await stack.get('/user', { Authorization: `Bearer ${token}` });
  return body as Record<string, unknown> & { id: string };
}

/** Returns the error that the app receives. Asserts that query and fragment contain the same error. */
export function redirectErrors(answer: Answer): Record<string, string | null> {
  assert.is(answer.status, 303, answer.text);
  const { searchParams, hash } = new URL(answer.headers.get('location') ?? '');
  const values = (from: URLSearchParams) =>
    Object.fromEntries(['error', 'error_code', 'error_description'].map((name) => [name, from.get(name)]));
  assert.equal(values(searchParams), values(new URLSearchParams(hash.slice(1))));
  return values(searchParams);
}

/** Starts a server that serves an identity provider's metadata over HTTPS on loopback. */
export async function startMetadataServer() {
  let answer: { status?: number; body: string | Buffer; headers?: Record<string, string>; wait_ms?: number } = {
    body: '',
  };
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    const { status = 200, body, headers = {}, wait_ms = 0 } = answer;
    setTimeout(() => response.writeHead(status, headers).end(body), wait_ms);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const front = await startTlsFront();
  front.to((server.address() as AddressInfo).port);
  return {
    url: `${front.url}/metadata`,
    asked: () => asked,
    serve: (next: typeof answer) => {
      answer = next;
    },
    close() {
      front.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
