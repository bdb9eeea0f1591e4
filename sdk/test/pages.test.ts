// Paged lists: the parameter for the next page, and its source in the answer.
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

/** Every paged list, by the parameter of the next page. Its value is at `pagination.next` unless named. */
const lists: Record<string, string[]> = {
  next: [
    ...['accessGroupsListAccessGroupMembers', 'accessGroupsListAccessGroups', 'accessGroupsListAccessGroupProjects'],
    ...['globalConfigGetEdgeConfigBackups', 'kmsListKmsIssuers'],
  ],
  from: ['projectsGetProjects'],
  until: [
    ...['aliasesListAliases', 'deploymentsGetDeployments', 'dnsGetRecords', 'domainsGetDomains', 'teamsGetTeams'],
    ...['projectMembersGetProjectMembers', 'projectsGetProjectDomains', 'projectsListPromoteAliases'],
    ...['teamsGetTeamMembers', 'domainsGetDomainProjectDomains'],
  ],
  cursor: [
    ...['connectListConnectors', 'connectListConnectorProjectConnections', 'connectListProjectConnectorConnections'],
    ...['featureFlagsListFlagsV2', 'featureFlagsListFlags', 'featureFlagsListFlagVersions'],
    ...['featureFlagsListTeamFlagSettings', 'featureFlagsListTeamFlagsV2', 'featureFlagsListTeamFlags'],
    ...['sandboxesListNamedSandboxes', 'sandboxesListDrives', 'sandboxesListSessionSnapshots', 'sandboxesListSessions'],
  ],
  'cursor cursor': ['apiAiGatewayGetAiGatewayVirtualModelConfig', 'apiAiGatewayListAiGatewayVirtualModelConfigs'],
  'cursor nextCursor': [
    ...['vcrListRepositories', 'vcrListRepositoryImages', 'vcrListRepositoryPermissions', 'vcrListRepositoryTags'],
  ],
  'offset pagination.id': ['securityGetBypassIp'],
  'page #pagination.numPages': ['bulkRedirectsGetRedirects'],
};

test('37 operations have pages', () => {
  const { entries } = readCatalogue(new URL('../catalogue/', import.meta.url));
  const found: Record<string, string[]> = {};
  for (const { fn, pages } of entries) {
    if (!pages) continue;
    const key = `${pages.by} ${pages.next ?? ''}`.trim();
    found[key] = [...(found[key] ?? []), fn].sort();
  }
  for (const [key, names] of Object.entries(lists)) assert.equal(found[key], names.sort(), key);
  assert.is(Object.values(found).flat().length, 37);
});

for (const [key, names] of Object.entries(lists)) {
  const [by = '', path = 'pagination.next'] = key.split(' ');
  for (const name of names) {
    test(`${name}: three pages, all items, with the other arguments`, async () => {
      const fact = readFacts().find(({ functionName }) => functionName === name)!;
      const list = (await functionOf(name)) as unknown as typeof projectsGetProjects;
      const [, member] = list.pages;
      const first = by === 'page' ? 1 : 0;
      const asNumber = by === 'until' || by === 'page';
      const answer = (seen: Seen) => {
        const page = Number(new URLSearchParams(seen.query).get(by) ?? first);
        const more = page < first + 2 ? (asNumber ? page + 1 : String(page + 1)) : null;
        const marks: Record<string, object> = {
          'pagination.next': { pagination: { count: 2, next: more } },
          'pagination.id': { pagination: more === null ? undefined : { Id: more, OwnerId: 'o' } },
          '#pagination.numPages': { pagination: { numPages: 3, page, per_page: 2 } },
        };
        return json({ [member]: [`${page}a`, `${page}b`], ...(marks[path] ?? { [path]: more }) });
      };
      server.reply = answer;
      server.seen.length = 0;
      const given = prepare(fact, false).args as { search: string };
      const size = fact.params.find((param) => param.name === 'limit' || param.name === 'per_page');
      const limit = size && { [size.argName]: size.type === 'string' ? '2' : 2 };
      const request = { ...given, ...limit } as never;
      const found: unknown[] = [];
      for await (const item of items(platform, list, request)) found.push(item);
      const at = [first, first + 1, first + 2];
      assert.equal(
        found,
        at.flatMap((page) => [`${page}a`, `${page}b`]),
      );
      assert.equal(
        server.seen.map((seen) => new URLSearchParams(seen.query).get(by)),
        [null, String(at[1]), String(at[2])],
      );
      if (size) assert.ok(server.seen.every((seen) => new URLSearchParams(seen.query).get(size.name) === '2'));
      let count = 0;
      for await (const page of pages(platform, list, request))
        count += (page as unknown as Record<string, unknown[]>)[member]!.length;
      assert.is(count, 6);
    });
  }
}

test('the loop can be left early, and a page that fails rejects with its error', async () => {
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

test('an answer without pagination ends the loop, and so does a repeated page', async () => {
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

test('null answers end the loop, and so do two pages that refer to each other', async () => {
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

test('without validation, a value that is no list is an error, not iterated as text', async () => {
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
