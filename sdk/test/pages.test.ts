// Walking lists by next, from and until, as the facts say which.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { accessGroupsListAccessGroups } from '../generated/funcs/accessGroupsListAccessGroups.ts';
import { deploymentsGetDeployments } from '../generated/funcs/deploymentsGetDeployments.ts';
import { dnsGetRecords } from '../generated/funcs/dnsGetRecords.ts';
import { projectsGetProjects } from '../generated/funcs/projectsGetProjects.ts';
import { readCatalogue } from '../generator/catalogue.ts';
import { items, Platform, PlatformError, pages } from '../index.ts';
import { functionOf, prepare } from './support/calls.ts';
import { readFacts } from './support/facts.ts';
import { json, Loopback, type Seen } from './support/server.ts';

const server = await Loopback.start();
const platform = new Platform({ serverURL: server.url, responseValidation: 'off', teamId: 'team_1' });
test.after(() => server.stop());

const byNext = [
  'accessGroupsListAccessGroupMembers',
  'accessGroupsListAccessGroups',
  'accessGroupsListAccessGroupProjects',
  'globalConfigGetEdgeConfigBackups',
];
const byFrom = ['projectsGetProjects'];
const byUntil = [
  ...['aliasesListAliases', 'deploymentsGetDeployments', 'dnsGetRecords', 'domainsGetDomains', 'teamsGetTeams'],
  ...[
    'projectMembersGetProjectMembers',
    'projectsGetProjectDomains',
    'projectsListPromoteAliases',
    'teamsGetTeamMembers',
  ],
];

test('fourteen operations have pages; getBypassIp has none', () => {
  const { entries } = readCatalogue(new URL('../catalogue/', import.meta.url));
  const of = (by: string) =>
    entries
      .filter((entry) => entry.pages?.by === by)
      .map(({ fn }) => fn)
      .sort();
  assert.equal([of('next'), of('from'), of('until')], [byNext.sort(), byFrom, byUntil.sort()]);
});

for (const name of [...byNext, ...byFrom, ...byUntil]) {
  test(`${name}: three pages, all items, other arguments kept`, async () => {
    const by = byNext.includes(name) ? 'next' : byFrom.includes(name) ? 'from' : 'until';
    const fact = readFacts().find(({ functionName }) => functionName === name)!;
    const list = (await functionOf(name)) as unknown as typeof projectsGetProjects;
    const [, member] = list.pages;
    const answer = (seen: Seen) => {
      const page = Number(new URLSearchParams(seen.query).get(by) ?? 0);
      const next = by === 'next' || by === 'from' ? String(page + 1) : page + 1;
      return json({ [member]: [`${page}a`, `${page}b`], pagination: { count: 2, next: page < 2 ? next : null } });
    };
    server.reply = answer;
    server.seen.length = 0;
    const given = prepare(fact, false).args as { search: string };
    const limit = fact.params.find((param) => param.name === 'limit')!.type === 'string' ? '2' : 2;
    const request = { ...given, limit } as never;
    const found: unknown[] = [];
    for await (const item of items(platform, list, request)) found.push(item);
    assert.equal(found, ['0a', '0b', '1a', '1b', '2a', '2b']);
    assert.equal(
      server.seen.map((seen) => new URLSearchParams(seen.query).get(by)),
      [null, '1', '2'],
    );
    assert.ok(server.seen.every((seen) => new URLSearchParams(seen.query).get('limit') === '2'));
    let count = 0;
    for await (const page of pages(platform, list, request))
      count += (page as unknown as Record<string, unknown[]>)[member]!.length;
    assert.is(count, 6);
  });
}

test('a page can be left early, and one that fails rejects with its error', async () => {
  server.seen.length = 0;
  server.reply = (seen) =>
    seen.query.includes('from=2')
      ? json({ error: { code: 'x', message: 'Broken' } }, 500)
      : json({ projects: [1], pagination: { next: 2 } });
  for await (const _page of pages(platform, projectsGetProjects, {})) break;
  assert.is(server.seen.length, 1);
  const error = await (async () => {
    for await (const _page of pages(platform, projectsGetProjects, {}));
  })().catch((reason: unknown) => reason);
  assert.instance(error, PlatformError);
  assert.is((error as Error).message, 'Broken');
});

test('answers without pagination end the walk; a server that repeats a page cannot hold us', async () => {
  server.reply = json('a zone file');
  const zone: unknown[] = [];
  for await (const page of pages(platform, dnsGetRecords, { domain: 'd' })) zone.push(page);
  assert.equal(zone, ['a zone file']);
  server.reply = json({});
  let none = 0;
  for await (const _group of items(platform, accessGroupsListAccessGroups, {})) none++;
  assert.is(none, 0);
  server.reply = json({ deployments: [], pagination: { next: 5 } });
  server.seen.length = 0;
  for await (const _page of pages(platform, deploymentsGetDeployments, {}));
  assert.is(server.seen.length, 2);
});

test('answers that are null end the walk, and so do two pages that name each other', async () => {
  server.reply = json(null);
  const none: unknown[] = [];
  for await (const project of items(platform, projectsGetProjects, {})) none.push(project);
  assert.equal(none, []);
  let at = 0;
  server.reply = () => json({ projects: [], pagination: { next: (at++ % 2) + 1 } });
  server.seen.length = 0;
  for await (const _page of pages(platform, projectsGetProjects, {})) assert.ok(server.seen.length < 9);
  assert.is(server.seen.length, 3);
});

test('without validation, a list that is none is an error and not its letters', async () => {
  for (const projects of ['abc', { 0: 'a' }, 7]) {
    server.reply = json({ projects });
    const found: unknown[] = [];
    const error = await (async () => {
      const walk = items(platform, projectsGetProjects, {}, { responseValidation: 'off' });
      for await (const project of walk) found.push(project);
    })().catch((reason: unknown) => reason);
    assert.equal([String(error), found], ['TypeError: projects of the answer is no list', []]);
  }
});

test.run();
