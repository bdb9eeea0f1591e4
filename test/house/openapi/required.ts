// Sends requests that omit each required member, and requests with null in its place. The response must report the
// member.
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { Route } from '../../../gateway/routes/row.ts';
import { ROUTES } from '../../../gateway/routes/table.ts';
import { type Answer, bearer, confirmedUser, newEmail, type Stack } from '../../support/processes/stack.ts';

export type RequestFunction = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
  template?: string,
) => Promise<Answer>;

export async function omitEachRequiredMember(o: {
  stack: Stack;
  ask: RequestFunction;
  admin: Record<string, string>;
}): Promise<void> {
  const { stack, ask, admin } = o;
  const user = bearer((await confirmedUser(stack)).access_token);
  const sample: Record<string, unknown> = {
    email: newEmail(),
    phone: '4915100001',
    type: 'signup',
    token: 'x',
    token_hash: 'x',
    access_token: 'x',
    refresh_token: 'a'.repeat(12),
    auth_code: 'x',
    id_token: 'x',
    code_verifier: 'x',
    provider: 'github',
    password: 'correct horse battery',
    challenge_id: randomUUID(),
    credential: {},
    friendly_name: 'x',
    provider_type: 'oauth2',
    identifier: 'custom:sample',
    name: 'Sample',
    client_id: 'x',
    client_secret: 'x',
    factor_type: 'totp',
    chain: 'ethereum',
    message: 'x'.repeat(64),
    signature: `0x${'0'.repeat(130)}`,
    address: newEmail(),
    html: '<p>x</p>',
    url: 'https://example.com',
    kinds: ['user.banned'],
    kind: 'recovery',
    provider_id: randomUUID(),
    metadata_url: 'https://127.0.0.1:1/',
  };
  let clients = 0;
  for (const route of ROUTES as readonly Route[]) {
    const token = route.auth === 'admin' ? admin : route.auth === 'user' ? user : {};
    // Each route has its own client address, so that no rate limit applies.
    clients += 1;
    const headers = { ...token, 'x-client': `198.51.100.${clients}` };
    const in_query = route.query !== undefined && route.body === undefined;
    const send = async (members: Record<string, unknown>): Promise<Answer> => {
      const query = !in_query ? '' : `?${new URLSearchParams(members as Record<string, string>)}`;
      const grant = route.grant_type === undefined ? '' : `?grant_type=${route.grant_type}`;
      const path = route.path.replace(/\{\w+\}/, randomUUID()) + query + grant;
      return ask(route.method, path, in_query ? undefined : members, headers, route.path);
    };
    for (const one of route.required ?? []) {
      const names = [one].flat();
      const others = (route.required ?? []).filter((other) => other !== one).map((other) => [other].flat()[0] ?? '');
      const own: typeof sample = route.path.startsWith('/admin/sso/') ? { ...sample, type: 'saml' } : sample;
      const rest = Object.fromEntries(others.map((name) => [name, own[name] ?? '']));
      const whole = await send({ ...rest, [names[0] ?? '']: own[names[0] ?? ''] ?? '' });
      const nulls = Object.fromEntries(names.map((name) => [name, null]));
      for (const members of [rest, ...(in_query ? [] : [{ ...rest, ...nulls }])]) {
        const { status, text } = await send(members);
        assert.ok(status >= 400 && status < 500, `${route.method} ${route.path} without ${names}: ${status} ${text}`);
        assert.is.not(text, whole.text, `${route.method} ${route.path} says the same with ${names}: ${text}`);
      }
    }
  }
}
