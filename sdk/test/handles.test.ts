// Results of a call besides its value: items one by one, the response itself, and clients with other options.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { webhooksGetWebhook } from '../generated/funcs/webhooksGetWebhook.ts';
import { type ErrorOf, Platform, PlatformCore, PlatformNotFoundError, type ResponseValidationError } from '../index.ts';
import { json, Loopback, type Seen } from './support/server.ts';

const server = await Loopback.start();
const platform = new Platform({ serverURL: server.url, bearerToken: 't', responseValidation: 'off' });
test.after(() => server.stop());

const pageOf = (seen: Seen) => Number(new URLSearchParams(seen.query).get('from') ?? 0);
const answer = (seen: Seen) => {
  const page = pageOf(seen);
  return json({
    projects: [{ name: `${page}a` }, { name: `${page}b` }],
    pagination: { next: page < 2 ? page + 1 : null },
  });
};

test('for await over a list yields the items of all pages; awaited, it is the page itself', async () => {
  server.reply = answer;
  server.seen.length = 0;
  const names: string[] = [];
  for await (const project of platform.projects.getProjects({ limit: '2' })) names.push(project.name);
  assert.equal(names, ['0a', '0b', '1a', '1b', '2a', '2b']);
  assert.is(server.seen.length, 3, 'the first page is asked for once');
  assert.ok(server.seen.every(({ query }) => query.includes('limit=2')));
  const page = await platform.projects.getProjects();
  assert.ok('projects' in page && page.projects.length === 2);
  server.seen.length = 0;
  for await (const _project of platform.projects.getProjects()) break;
  assert.is(server.seen.length, 1, 'leaving early asks for no further page');
});

test('a page that fails rejects in the loop, and nowhere else', async () => {
  server.reply = (seen) => (pageOf(seen) ? json({ error: { code: 'x', message: 'Gone' } }, 404) : answer(seen));
  const names: string[] = [];
  const error = await (async () => {
    for await (const project of platform.projects.getProjects()) names.push(project.name);
  })().catch((reason: unknown) => reason);
  assert.instance(error, PlatformNotFoundError);
  assert.equal(names, ['0a', '0b']);
});

test('lists paged by number and by other cursors', async () => {
  server.reply = (seen) => {
    const page = Number(new URLSearchParams(seen.query).get('page') ?? 1);
    return json({ redirects: [{ source: `/${page}` }], pagination: { numPages: 3, page, per_page: 1 } });
  };
  const sources: string[] = [];
  for await (const redirect of platform.bulkRedirects.getRedirects({ projectId: 'p' })) sources.push(redirect.source);
  assert.equal(sources, ['/1', '/2', '/3']);
  server.reply = (seen) => {
    const cursor = Number(new URLSearchParams(seen.query).get('cursor') ?? 0);
    return json({ repositories: [{ id: String(cursor) }], nextCursor: cursor < 2 ? String(cursor + 1) : null });
  };
  let count = 0;
  for await (const _repository of platform.vcr.listRepositories({ projectId: 'p' } as never)) count++;
  assert.is(count, 3);
});

test('asResponse is the response, its body unread; requested later, it can be read again', async () => {
  server.reply = json({ anything: 1 });
  const response = await platform.webhooks.getWebhooks().asResponse();
  assert.equal([response.status, response.bodyUsed], [200, false]);
  assert.equal(await response.json(), { anything: 1 });
  const strict = platform.withOptions({ responseValidation: 'strict' });
  assert.equal(await (await strict.webhooks.getWebhooks().asResponse()).json(), { anything: 1 }, 'nothing is checked');
  const call = platform.webhooks.getWebhooks();
  await call;
  assert.equal(await (await call.asResponse()).json(), { anything: 1 });
  server.reply = json({ error: { code: 'x', message: 'No' } }, 404);
  const error = await platform.webhooks
    .getWebhooks()
    .asResponse()
    .catch((reason: unknown) => reason);
  assert.instance(error, PlatformNotFoundError);
  assert.is((error as PlatformNotFoundError).message, 'No');
});

test('withOptions returns a new client; other options and the hooks are kept', async () => {
  server.reply = json([]);
  const other = platform.withOptions({ teamId: 'team_9', bearerToken: 'u' });
  assert.instance(other, Platform);
  assert.is.not(other, platform);
  assert.is(other.httpClient, platform.httpClient);
  await other.webhooks.getWebhooks();
  const { query, headers } = server.last();
  assert.equal([query, headers.authorization], ['teamId=team_9', 'Bearer u']);
  await platform.webhooks.getWebhooks();
  const own = server.last();
  assert.equal([own.query, own.headers.authorization], ['', 'Bearer t']);
  assert.is(other.withOptions({ serverIdx: 0 }).server.href, 'https://api.vercel.com/');
  const core = new PlatformCore({ serverURL: server.url }).withOptions({ slug: 'acme' });
  await webhooksGetWebhook(core, { id: 'w' });
  assert.is(server.last().query, 'slug=acme');
});

test('exchangeSsoToken is sent without the token, as all operations without authentication', async () => {
  server.reply = json({});
  const args = { code: 'c', clientId: 'i', clientSecret: 's', grantType: 'authorization_code' } as const;
  await platform.authentication.exchangeSsoToken(args);
  assert.is(server.last().headers.authorization, undefined);
  await platform.marketplace.exchangeSsoToken(args);
  assert.is(server.last().headers.authorization, undefined);
  await platform.storage.getStorageStoresById({ id: 's' });
  assert.is(server.last().headers.authorization, undefined);
  await platform.storage.getStorageStoresById({ id: 's' }, { bearerToken: 'mine' });
  assert.is(server.last().headers.authorization, 'Bearer mine', 'a token given for the call is sent');
});

test('switch (error.name) narrows to the errors an operation declares', async () => {
  server.reply = json({ error: { code: 'gone', message: 'Gone' } }, 401);
  const result = await webhooksGetWebhook(platform, { id: 'w' });
  if (result.ok) throw new Error('it succeeded');
  const { error } = result;
  // 404 is not declared for this operation; the compiler accepts only true here.
  const undeclared: 'PlatformNotFoundError' extends (typeof error)['name'] ? false : true = true;
  assert.ok(undeclared);
  switch (error.name) {
    case 'PlatformForbiddenError':
      assert.is(error.error?.code, 'gone');
      break;
    case 'InvalidRequestError':
      error.pretty();
      break;
    case 'ResponseValidationError': {
      const narrowed: ResponseValidationError = error;
      throw narrowed;
    }
    case 'PlatformBadRequestError':
    case 'PlatformRateLimitError':
    case 'PlatformError':
      throw new Error(String(error.statusCode));
    case 'ConnectionError':
    case 'RequestTimeoutError':
    case 'RequestAbortedError':
    case 'UnexpectedClientError':
      throw error;
    default: {
      const nothing: never = error;
      throw nothing;
    }
  }
  const one: ErrorOf<typeof webhooksGetWebhook> = error;
  assert.is(one.name, 'PlatformForbiddenError');
});

test.run();
