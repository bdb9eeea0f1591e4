// Sends the same calls through the SDK and the reference client. Fails if the requests differ in a way that is not
// listed in `meant`.
import { HTTPClient, Platform } from '../sdk/index.ts';
import { functionOf, prepare } from '../sdk/test/support/calls.ts';
import { type Fact, readFacts } from '../sdk/test/support/facts.ts';

interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

type Call = (core: unknown, ...args: unknown[]) => Promise<unknown>;
type CreateClient = new (options: object) => unknown;

const reference = 'node_modules/@vercel/sdk/esm';
const load = async (path: string) => (await import(`./${reference}/${path}`)) as Record<string, unknown>;

let sent: SentRequest | undefined;
const fetcher = async (input: unknown) => {
  const request = input as Request;
  const { method, url } = request;
  sent = { method, url, headers: Object.fromEntries(request.headers), body: await request.text() };
  const body = '{"error":{"code":"code","message":"message"}}';
  return new Response(body, { status: 400, headers: { 'content-type': 'application/json' } });
};

const TheirCore = (await load('core.js')).VercelCore as CreateClient;
const TheirHttp = (await load('lib/http.js')).HTTPClient as CreateClient;
const theirs = new TheirCore({ bearerToken: 'token', httpClient: new TheirHttp({ fetcher }) });
const ours = new Platform({ bearerToken: 'token', httpClient: new HTTPClient({ fetcher }) });
// Some failures of the reference client reject a second promise that no caller can reach. Ignore it, because an
// unhandled rejection would end the comparison.
process.on('unhandledRejection', () => undefined);

interface Difference {
  name: string;
  what: 'not in the reference' | 'refused by the reference' | 'url' | 'method' | 'body' | `header ${string}`;
  our: string | undefined;
  their: string | undefined;
}

/** Intended differences and their reasons, as listed in docs/adr/sdk-0002-same-requests.md. */
const meant: [reason: string, applies: (difference: Difference) => boolean][] = [
  ['our own User-Agent', ({ what }) => what === 'header user-agent'],
  ['no empty cookie header', ({ what, our, their }) => what === 'header cookie' && our === undefined && their === ''],
  ['no Content-Type without a body', ({ what, our }) => what === 'header content-type' && our === undefined],
  [
    'no default is invented in a body',
    ({ what, name, our, their }) =>
      what === 'body' && /^teams(InviteUserToTeam|UpdateTeamMember)$/.test(name) && containsMembers(their!, our!),
  ],
  [
    'two spellings of one parameter stand in another order',
    ({ what, name, our, their }) =>
      what === 'url' && name === 'environmentListSharedEnvVariable' && pairsOf(our!) === pairsOf(their!),
  ],
  [
    'a body the description leaves out may be left out',
    ({ what, name }) =>
      what === 'refused by the reference' &&
      /^(storageCreateStorageStoresBlob|createApiKeys|createObservabilityQuery)$/.test(name),
  ],
];

const pairsOf = (url: string) => url.split(/[?&]/).sort().join();

/** Returns true if the larger JSON object contains every member of the smaller one. */
function containsMembers(larger: string, smaller: string): boolean {
  const whole = JSON.parse(larger) as Record<string, unknown>;
  return Object.entries(JSON.parse(smaller || '{}') as object).every(([key, value]) => whole[key] === value);
}

/**
 * Moves the generated member `Free_key-1` to `additionalProperties`, as the reference client expects for additional
 * members. The SDK accepts both forms.
 */
function toReferenceForm(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => toReferenceForm(item));
  if (!value || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).map(([name, item]): [string, unknown] => [name, toReferenceForm(item, name)]);
  const { 'Free_key-1': free, ...rest } = Object.fromEntries(members);
  if (key === 'billingPlan' || (free instanceof Date && members.length > 1)) {
    return { ...rest, additionalProperties: free === undefined ? {} : { 'Free_key-1': free } };
  }
  return Object.fromEntries(members);
}

function sortJsonMembers(text: string): string {
  if (!text.startsWith('{') && !text.startsWith('[')) return text;
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

async function callClient(call: Call, core: unknown, args: unknown): Promise<SentRequest | string> {
  sent = undefined;
  const result = await call(core, ...(args === undefined ? [] : [args])).catch((error: unknown) => ({ error }));
  return sent ?? String((result as { error?: unknown }).error);
}

function compareRequests(name: string, our: SentRequest, their: SentRequest): Difference[] {
  const pairs: [Difference['what'], string | undefined, string | undefined][] = [
    ['method', our.method, their.method],
    ['url', our.url, their.url],
    ['body', sortJsonMembers(our.body), sortJsonMembers(their.body)],
  ];
  for (const header of new Set([...Object.keys(our.headers), ...Object.keys(their.headers)])) {
    pairs.push([`header ${header}`, our.headers[header], their.headers[header]]);
  }
  return pairs.filter(([, a, b]) => a !== b).map(([what, a, b]) => ({ name, what, our: a, their: b }));
}

async function compareOperation(fact: Fact): Promise<{ calls: number; differences: Difference[] }> {
  const name = fact.functionName;
  const ourCall = (await functionOf(name)) as unknown as Call;
  const theirModule = await load(`funcs/${name}.js`).catch(() => undefined);
  if (!theirModule) {
    return { calls: 0, differences: [{ name, what: 'not in the reference', our: undefined, their: undefined }] };
  }
  const differences: Difference[] = [];
  let calls = 0;
  for (const [full, branch] of [
    [false, 0],
    [true, 0],
    [true, 1],
    [true, 2],
  ] as const) {
    const our = await callClient(ourCall, ours, toReferenceForm(prepare(fact, full, branch).args));
    const their = await callClient(
      theirModule[name] as Call,
      theirs,
      toReferenceForm(prepare(fact, full, branch).args),
    );
    if (typeof our === 'string') throw new Error(`${name}: ${our}`);
    if (typeof their === 'string') differences.push({ name, what: 'refused by the reference', our: undefined, their });
    else {
      calls++;
      differences.push(...compareRequests(name, our, their));
    }
  }
  return { calls, differences };
}

const facts = new Map(readFacts().map((fact) => [fact.functionName, fact]));
const counts = new Map<string, Set<string>>();
const unexplained: Difference[] = [];
let calls = 0;
for (const fact of facts.values()) {
  const found = await compareOperation(fact);
  calls += found.calls;
  for (const difference of found.differences) {
    const reason = meant.find(([, applies]) => applies(difference))?.[0];
    if (reason) counts.set(reason, (counts.get(reason) ?? new Set()).add(fact.functionName));
    else unexplained.push(difference);
  }
}
console.log(`${calls} requests of ${facts.size} functions sent through both clients`);
for (const [reason] of meant) console.log(`  ${reason}: ${counts.get(reason)?.size ?? 0} functions`);
for (const difference of unexplained) console.log('unexplained:', difference);
console.log(`${unexplained.length} unexplained differences`);
process.exitCode = unexplained.length ? 1 : 0;
