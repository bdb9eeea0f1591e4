// An OpenID provider on loopback, over TLS with a certificate of a private authority. Each code is valid once, for its
// client, redirect URI and PKCE verifier.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAuthority } from './certificates.ts';
import type { HostReaction, HostRequest, HostResponse } from './network.ts';
import { createSigner, type Signer } from './signer.ts';

export interface FakeIssuer {
  url: string;
  port: number;
  signer: Signer;
  requests: HostRequest[];
  client: { id: string; secret: string; redirect_uri: string };
  /** Client authentication methods of the token endpoint. */
  ways: ('basic' | 'post')[];
  /** True if the token endpoint rejects codes that were requested without a PKCE challenge. */
  demands_pkce: boolean;
  /** Additional members of the discovery document. The value null removes a member. */
  document: Record<string, unknown>;
  /** Responses that override the regular response, by path. */
  faults: Map<string, HostReaction>;
  claims: Record<string, unknown>;
  header: Record<string, unknown>;
  /** Consents to an authorization request. Returns path and query of the callback URL. */
  consent(location: string, user: Record<string, unknown>): string;
  /** Writes the certificate of the private authority into a folder and returns the path. */
  authority_file(folder: string): string;
  close(): Promise<void>;
}

interface IssuedCode {
  user: Record<string, unknown>;
  query: URLSearchParams;
}

/** Starts the provider. The test process trusts the provider's certificate authority until close(). */
export async function startIssuer(redirect_uri: string): Promise<FakeIssuer> {
  const authority = createAuthority(`Postern test authority ${randomBytes(4).toString('hex')}`);
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, authority.cert]);
  const codes = new Map<string, IssuedCode>();
  const tokens = new Map<string, Record<string, unknown>>();

  const exchange = ({ headers, form }: HostRequest): HostResponse => {
    const refused = (status: number, error: string): HostResponse => ({
      status,
      body: { error, error_description: 'CANARY' },
    });
    const { id, secret } = issuer.client;
    const login = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
    const by_basic = issuer.ways.includes('basic') && headers.authorization === login;
    const by_form =
      issuer.ways.includes('post') && form.get('client_id') === id && form.get('client_secret') === secret;
    if (!by_basic && !by_form) return refused(401, 'invalid_client');
    const issued = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (issued === undefined || form.get('redirect_uri') !== issuer.client.redirect_uri)
      return refused(400, 'invalid_grant');
    const { query, user } = issued;
    const challenge = query.get('code_challenge');
    const verifier = form.get('code_verifier');
    const hash = createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url');
    if (challenge === null ? verifier !== null || issuer.demands_pkce : hash !== challenge)
      return refused(400, 'invalid_grant');
    const access_token = `CANARY-${randomBytes(9).toString('hex')}`;
    tokens.set(access_token, user);
    const nonce = query.get('nonce');
    const claims = { aud: id, ...user, ...(nonce ? { nonce } : {}), ...issuer.claims };
    const id_token = issuer.signer.idToken(claims, issuer.header);
    return { body: { access_token, token_type: 'Bearer', refresh_token: `CANARY-r-${access_token}`, id_token } };
  };

  const answer = (request: HostRequest): HostReaction => {
    const { pathname } = request.url;
    const fault = issuer.faults.get(pathname);
    if (fault !== undefined) return fault;
    if (pathname === '/.well-known/openid-configuration') {
      const { url } = issuer;
      const document = {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/me`,
        jwks_uri: `${url}/keys`,
        ...issuer.document,
      };
      return { body: Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null)) };
    }
    if (pathname === '/authorize') {
      const asked = request.url.searchParams;
      const known =
        asked.get('client_id') === issuer.client.id && asked.get('redirect_uri') === issuer.client.redirect_uri;
      return known
        ? { headers: { 'content-type': 'text/html' }, body: '<form>' }
        : { status: 400, body: { error: 'invalid_request' } };
    }
    if (pathname === '/keys') return issuer.signer.keys();
    if (pathname === '/token') return exchange(request);
    const user = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    return user === undefined ? { status: 401, body: { error: 'invalid_token' } } : { body: user };
  };

  const server = createServer(authority.issue('127.0.0.1', ['127.0.0.1', 'localhost']), (message, response) => {
    text(message)
      .then((body) => {
        const url = new URL(message.url ?? '/', issuer.url);
        const request = {
          method: message.method ?? '',
          url,
          headers: message.headers,
          body,
          form: new URLSearchParams(body),
        };
        issuer.requests.push(request);
        const reaction = answer(request);
        if (reaction === 'hang') return;
        if (reaction === 'cut') {
          response.destroy();
          return;
        }
        const { status = 200, headers = {}, body: content = {} } = reaction;
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(typeof content === 'string' ? content : JSON.stringify(content));
      })
      // A client that timed out resets its connection.
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `https://127.0.0.1:${port}`;
  const issuer: FakeIssuer = {
    url,
    port,
    signer: createSigner(url),
    requests: [],
    client: { id: 'acme client', secret: 's+CANARY/%:&=', redirect_uri },
    ways: ['basic', 'post'],
    demands_pkce: true,
    document: {},
    faults: new Map(),
    claims: {},
    header: {},
    consent(location, user) {
      const { searchParams } = new URL(location);
      const code = randomBytes(12).toString('hex');
      codes.set(code, { user, query: searchParams });
      return `/callback?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`;
    },
    authority_file(folder) {
      const file = join(folder, 'authority.pem');
      writeFileSync(file, authority.cert);
      return file;
    },
    async close() {
      setDefaultCACertificates(before);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return issuer;
}
