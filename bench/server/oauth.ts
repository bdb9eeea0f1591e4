// Benchmark cases of OAuth clients: a refresh, and the exchange of an authorization code. The third case exchanges the
// code of a mailed link without an OAuth client, for comparison.
import { createHash, randomBytes } from 'node:crypto';
import type { Case } from './case.ts';
import { CONNECTIONS } from './measure.ts';
import type { MeasuredGateway } from './setup.ts';

const CALLBACK = 'https://client.example.com/callback';
/** Table that exists only in commits with an OAuth server. */
const CLIENTS = 'auth.oauth_clients';
const CODES = Number(process.env.LINKS ?? 800);
const VERIFIER = randomBytes(32).toString('base64url');
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

interface ClientFixture {
  client: string;
  basic: Record<string, string>;
  refresh_tokens: string[];
  codes: string[];
  mailed: string[];
}

async function callGateway(
  side: MeasuredGateway,
  method: string,
  path: string,
  o: { body?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`http://127.0.0.1:${side.gateway.port}${path}`, { method, redirect: 'manual', ...o });
  const text = await response.text();
  if (response.status >= 400) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return { location: response.headers.get('location') ?? '', text };
}

const bearer = (token = ''): Record<string, string> => ({ Authorization: `Bearer ${token}` });

/** Returns an authorization code that a user has approved. */
async function createApprovedCode(side: MeasuredGateway, { client }: ClientFixture, at: number): Promise<string> {
  const query = new URLSearchParams({
    client_id: client,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  const { location } = await callGateway(side, 'GET', `/oauth/authorize?${query}`);
  const path = `/oauth/authorizations/${new URL(location).searchParams.get('authorization_id')}`;
  const headers = bearer(side.people[at]?.access_token);
  const shown = JSON.parse((await callGateway(side, 'GET', path, { headers })).text) as { redirect_url?: string };
  const decided = shown.redirect_url
    ? shown
    : (JSON.parse(
        (await callGateway(side, 'POST', `${path}/consent`, { body: '{"action":"approve"}', headers })).text,
      ) as {
        redirect_url?: string;
      });
  return new URL(decided.redirect_url ?? '').searchParams.get('code') ?? '';
}

const exchange = (code: string): string =>
  new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    code_verifier: VERIFIER,
    redirect_uri: CALLBACK,
  }).toString();

export function oauthCases(admin_token: string): Case[] {
  const made = new Map<MeasuredGateway, ClientFixture>();
  const prepared = async (side: MeasuredGateway): Promise<ClientFixture> => {
    const known = made.get(side);
    if (known) return known;
    const body = JSON.stringify({ client_name: 'Bench', redirect_uris: [CALLBACK] });
    const { text } = await callGateway(side, 'POST', '/admin/oauth/clients', { body, headers: bearer(admin_token) });
    const { client_id, client_secret } = JSON.parse(text) as { client_id: string; client_secret: string };
    const basic = {
      ...FORM,
      Authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
    };
    const fresh: ClientFixture = { client: client_id, basic, refresh_tokens: [], codes: [], mailed: [] };
    made.set(side, fresh);
    for (let at = 0; at < CONNECTIONS; at += 1) {
      const sent = { body: exchange(await createApprovedCode(side, fresh, at)), headers: basic };
      fresh.refresh_tokens.push(
        JSON.parse((await callGateway(side, 'POST', '/oauth/token', sent)).text).refresh_token as string,
      );
    }
    return fresh;
  };
  /** Creates codes with several concurrent requests. */
  const fill = async (list: string[], make: (at: number) => Promise<string>): Promise<void> => {
    const one = async (_: unknown, at: number): Promise<void> => {
      while (list.length < CODES) list.push(await make(at));
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, one));
  };
  return [
    {
      name: 'refresh, client',
      table: CLIENTS,
      before: async (side) => void (await prepared(side)),
      ours: (side) => ({
        next: (at) => ({
          method: 'POST',
          path: '/oauth/token',
          headers: made.get(side)?.basic ?? {},
          body: new URLSearchParams({
            grant_type: 'refresh_token',
            refresh_token: made.get(side)?.refresh_tokens[at] ?? '',
          }).toString(),
        }),
        done: (at, { text }) => {
          const tokens = made.get(side)?.refresh_tokens ?? [];
          tokens[at] = (JSON.parse(text) as { refresh_token: string }).refresh_token;
        },
      }),
    },
    {
      name: 'exchange, client',
      table: CLIENTS,
      before: async (side) => {
        const known = await prepared(side);
        await fill(known.codes, (at) => createApprovedCode(side, known, at));
      },
      ours: (side) => ({
        next: () => {
          const code = made.get(side)?.codes.pop();
          if (code === undefined) return null;
          return { method: 'POST', path: '/oauth/token', headers: made.get(side)?.basic ?? {}, body: exchange(code) };
        },
      }),
    },
    {
      name: 'exchange, mailed code',
      table: CLIENTS,
      before: async (side) => {
        const known = await prepared(side);
        // Inserts the codes in SQL, without sending mails.
        const rows = await side.db.sql<{ code: string }[]>`
          with c as (select gen_random_uuid()::text as code, u.id as user_id, u.access_epoch
            from auth.users as u cross join generate_series(1, ${CODES}) where u.email = ${side.people[0]?.email ?? ''})
          insert into auth.flow_states (id, user_id, provider, authentication_method, code_challenge, code_challenge_method,
            auth_code_digest, auth_code_issued_at, access_epoch, created_at, redirect_to)
          select gen_random_uuid(), c.user_id, 'email', 'magiclink', ${CHALLENGE}, 's256',
            sha256(convert_to(c.code, 'UTF8')), now(), c.access_epoch, now(), c.code
          from c returning redirect_to as code`;
        known.mailed.splice(0, known.mailed.length, ...rows.map(({ code }) => code));
      },
      ours: (side) => ({
        next: () => {
          const auth_code = made.get(side)?.mailed.pop();
          if (auth_code === undefined) return null;
          return {
            method: 'POST',
            path: '/token?grant_type=pkce',
            body: JSON.stringify({ auth_code, code_verifier: VERIFIER }),
          };
        },
      }),
    },
  ];
}
