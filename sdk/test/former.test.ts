// Every name of the previous version stays callable: it calls the API's current operation or, if the API's description
// has dropped that, the former one.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { everyPlace, readCatalogue, versionless } from '../generator/catalogue.ts';
import { HTTPClient, Platform } from '../index.ts';
import { functionOf, methodOf, prepare } from './support/calls.ts';
import { aliases, type Fact, readFacts, readFormerFacts } from './support/facts.ts';

let last: Request | undefined;
const httpClient = new HTTPClient({
  fetcher: async (request) => {
    last = request;
    return new Response(null, { status: 418 });
  },
});
const platform = new Platform({ httpClient, bearerToken: 'secret' });
const { entries } = readCatalogue(new URL('../catalogue/', import.meta.url));
const present = new Map(readFacts().map((fact) => [fact.functionName, fact]));

const gone = [
  ...['domainsBuyDomain', 'domainsCheckDomainPrice', 'domainsCheckDomainStatus', 'domainsGetDomainTransfer'],
  ...['edgeConfigPatchEdgeConfigItems', 'projectsUpdateProjectDataCache'],
];

test('six operations are missing in the description; they are kept and marked', () => {
  assert.equal(
    entries.filter((entry) => entry.gone).map(({ fn }) => fn),
    gone,
  );
  for (const entry of entries.filter((found) => found.gone)) assert.is(entry.deprecated, true);
});

/** Returns the current form of an operation. */
function successor(fact: Fact): Fact {
  const entry = entries.find((found) => everyPlace(found).some(({ fn }) => fn === fact.functionName));
  if (!entry) throw new Error(`nothing is named ${fact.functionName}`);
  return entry.gone ? fact : present.get(entry.fn)!;
}

for (const fact of readFormerFacts()) {
  const title = `${fact.group || 'client'}.${fact.name}`;
  test(`${title} still exists, as method and as function`, async () => {
    const now = successor(fact);
    assert.is(now.method, fact.method);
    const moved = versionless(fact.path).replaceAll('edge-config', 'global-config');
    if (!gone.includes(fact.functionName)) assert.is(versionless(now.path), moved);
    for (const full of [false, true]) {
      const made = prepare(now, full);
      const list = made.args ? [made.args] : [];
      const calls = [
        () => methodOf(platform, fact)(...list).catch(() => undefined),
        ...[fact.functionName, aliases[title]].flatMap((name) =>
          name ? [async () => (await functionOf(name))(platform, ...list)] : [],
        ),
      ];
      for (const call of calls) {
        last = undefined;
        await call();
        assert.equal([last!.method, new URL(last!.url).pathname], [now.method, made.path]);
        assert.equal(
          [...new URL(last!.url).searchParams],
          made.query.map(([name, value]) => [name, value]),
        );
      }
    }
  });
}

test.run();
