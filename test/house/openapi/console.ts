// Calls of every operation that shows or controls the service, with success and errors.
import * as assert from 'uvu/assert';
import { bearer, confirmedUser, newEmail } from '../../support/processes/stack.ts';
import type { OperationCalls } from './sessions.ts';

export async function callReadOperations(o: OperationCalls): Promise<void> {
  const { stack, fine, refused, admin } = o;
  const { id, email } = await confirmedUser(stack);
  const get = (path: string, template?: string) => fine('GET', path, undefined, admin, template);
  const wrong = (path: string, template?: string, status = 400) =>
    refused(status, 'GET', path, undefined, admin, template);
  for (const path of [
    'me',
    'figures',
    'reports',
    'rules',
    'errors',
    'providers',
    'hooks',
    'settings',
    'keys',
    'doctor',
    'templates',
    'webhooks',
  ])
    await get(`/admin/${path}`);
  await get('/admin/reports/bans', '/admin/reports/{name}');
  await wrong('/admin/reports/none', '/admin/reports/{name}', 404);
  await get('/admin/rules/auth_lib.is_banned', '/admin/rules/{name}');
  await wrong('/admin/rules/none', '/admin/rules/{name}', 404);
  await get('/admin/errors/user_banned', '/admin/errors/{code}');
  await wrong('/admin/errors/none', '/admin/errors/{code}', 404);
  const timeline = '/admin/users/{user_id}/timeline';
  await get(timeline.replace('{user_id}', id), timeline);
  await wrong('/admin/users/x/timeline', timeline, 404);
  for (const q of [email, id, 'user_banned', 'none']) await get(`/admin/why?q=${encodeURIComponent(q)}`);
  await wrong('/admin/why?q=');
  for (const path of ['refusals', 'sessions', 'messages', 'suppressions', 'webhook-events']) {
    await get(`/admin/${path}`);
    await wrong(`/admin/${path}?limit=x`);
  }
}

export async function callWriteOperations(o: OperationCalls): Promise<void> {
  const { stack, fine, refused, admin } = o;
  const { id } = await confirmedUser(stack);
  const post = (path: string, body?: object, template?: string) => fine('POST', path, body, admin, template);
  const counted = await post('/admin/sessions/revoke', { dry_run: true, opened_before: '2001-01-01T00:00:00Z' });
  assert.equal(counted.body, { users: 0, sessions: 0, dry_run: true, done: true, after_user: null });
  await refused(400, 'POST', '/admin/sessions/revoke', { opened_before: 'now' }, admin);
  await refused(400, 'POST', '/admin/sessions/revoke', { after_user: 'x' }, admin);

  const [message] = await stack.db.sql`
    insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, expires_at, finished_at, created_at)
    values (gen_random_uuid(), ${id}, 'password_changed_notification', 'mail', ${newEmail()}, 1, '', '', 'failed', now(), now(), now()) returning id`;
  const messages = '/admin/messages/{message_id}';
  const one = messages.replace('{message_id}', message?.id);
  await fine('GET', one, undefined, admin, messages);
  await refused(404, 'GET', '/admin/messages/x', undefined, admin, messages);
  await post(`${one}/drop`, undefined, `${messages}/drop`);
  await post(`${one}/retry`, undefined, `${messages}/retry`);
  for (const what of ['drop', 'retry'])
    await refused(404, 'POST', `/admin/messages/x/${what}`, undefined, admin, `${messages}/${what}`);

  const address = newEmail();
  await post('/admin/suppressions', { address, reason: 'asked' });
  await post('/admin/suppressions/remove', { address });
  await refused(404, 'POST', '/admin/suppressions/remove', { address }, admin);
  await refused(400, 'POST', '/admin/suppressions', { address: 'x@' }, admin);

  const templates = '/admin/templates/{kind}/{locale}';
  for (const locale of ['de', 'default']) {
    await fine(
      'PUT',
      `/admin/templates/recovery/${locale}`,
      { subject: 'Hi', html: '<p>{{ .Token }}</p>' },
      admin,
      templates,
    );
    const { body } = await fine('GET', '/admin/templates', undefined, admin);
    assert.is((body.templates as object[]).length, 1);
    await fine('DELETE', `/admin/templates/recovery/${locale}`, undefined, admin, templates);
  }
  await refused(400, 'PUT', '/admin/templates/recovery/de', { html: '{{ if }}' }, admin, templates);
  await refused(400, 'PUT', '/admin/templates/recovery/de', { html: '' }, admin, templates);
  await refused(400, 'PUT', '/admin/templates/none/de', { html: 'x' }, admin, templates);
  await refused(404, 'DELETE', '/admin/templates/recovery/de', undefined, admin, templates);

  const draft = { kind: 'recovery', html: '<p>{{ .Token }}</p>' };
  for (const body of [{ kind: 'recovery' }, draft, { ...draft, html: '{{ if }}' }])
    await post('/admin/templates/preview', body);
  await post('/admin/templates/check', draft);
  for (const what of ['preview', 'check', 'send-test'])
    await refused(400, 'POST', `/admin/templates/${what}`, { ...draft, kind: 'none' }, admin);
  await refused(422, 'POST', '/admin/templates/send-test', draft, admin);
  const boss = await confirmedUser(stack);
  await stack.request('PUT', `/admin/users/${boss.id}`, { role: 'service_role' }, admin);
  const { email, password } = boss;
  const { body: session } = await stack.post('/token?grant_type=password', { email, password });
  await fine('POST', '/admin/templates/send-test', draft, bearer(session.access_token));

  const added = await post('/admin/webhooks', { url: 'https://example.com/hook', kinds: ['user.banned'] });
  assert.match(String(added.body.secret), /^v1,whsec_|^whsec_/);
  const webhooks = '/admin/webhooks/{webhook_id}';
  const hook = webhooks.replace('{webhook_id}', String(added.body.id));
  await fine('PATCH', hook, { kinds: ['user.deleted', 'user.banned'] }, admin, webhooks);
  const rotated = await post(`${hook}/rotate`, {}, `${webhooks}/rotate`);
  assert.equal([rotated.body.secrets, typeof rotated.body.secret], [2, 'string']);
  const finished = await post(`${hook}/rotate`, { finish: true }, `${webhooks}/rotate`);
  assert.equal([finished.body.secrets, finished.body.secret], [1, undefined]);
  const { createServer } = await import('node:http');
  const server = createServer((_, response) => response.writeHead(410).end()).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  await fine('PATCH', hook, { url: `http://127.0.0.1:${port}/` }, admin, webhooks);
  const tested = (await post(`${hook}/test`, undefined, `${webhooks}/test`)).body;
  assert.equal([tested.outcome, tested.error], ['rejected', 'answered 410']);
  server.close();
  await refused(404, 'POST', '/admin/webhooks/x/test', undefined, admin, `${webhooks}/test`);
  const providers = '/admin/providers/{name}/test';
  assert.is((await post('/admin/providers/github/test', undefined, providers)).body.provider, 'github');
  await refused(400, 'POST', '/admin/providers/none/test', undefined, admin, providers);
  const hooks = '/admin/hooks/{name}/test';
  assert.equal((await post('/admin/hooks/merge_users/test', undefined, hooks)).body.answer, {});
  await refused(404, 'POST', '/admin/hooks/none/test', undefined, admin, hooks);
  await refused(422, 'POST', '/admin/hooks/send_sms/test', undefined, admin, hooks);
  await refused(422, 'PATCH', hook, { kinds: ['user.{x}'] }, admin, webhooks);
  for (const url of ['http://example.com', 'https://a:b@example.com', 'x'])
    await refused(400, 'POST', '/admin/webhooks', { url, kinds: ['user.banned'] }, admin);

  const [event] = await stack.db.sql`
    insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, created_at, finished_at)
    values (gen_random_uuid(), ${String(added.body.id)}, ${id}, 'user.banned', '{}', pg_current_xact_id(), 'failed', now(), now()) returning id`;
  const events = '/admin/webhook-events/{event_id}';
  for (const what of ['drop', 'retry']) {
    await post(`${events.replace('{event_id}', event?.id)}/${what}`, undefined, `${events}/${what}`);
    await refused(404, 'POST', `/admin/webhook-events/x/${what}`, undefined, admin, `${events}/${what}`);
  }
  await fine('DELETE', hook, undefined, admin, webhooks);
  await refused(404, 'DELETE', hook, undefined, admin, webhooks);
  await refused(404, 'POST', `${hook}/rotate`, {}, admin, `${webhooks}/rotate`);
}
