// Compares ten programs for the reference client before and after their migration to the SDK: requests must be equal,
// and errors must be handled in the same branch.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '../sdk/migrate/transform.ts';

const here = fileURLToPath(new URL('./', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bench-migrate-'));
mkdirSync(join(folder, 'node_modules/@vercel'), { recursive: true });
mkdirSync(join(folder, 'node_modules/@postern'));
symlinkSync(join(here, 'node_modules/@vercel/sdk'), join(folder, 'node_modules/@vercel/sdk'));
symlinkSync(join(here, '../sdk'), join(folder, 'node_modules/@postern/platform'));
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');

const head = `
import { Vercel } from '@vercel/sdk';
import { VercelError } from '@vercel/sdk/models/vercelerror.js';
import { SDKError } from '@vercel/sdk/models/sdkerror.js';
import { BadRequest } from '@vercel/sdk/models/badrequest.js';
import { Unauthorized } from '@vercel/sdk/models/unauthorized.js';
import { NotFound } from '@vercel/sdk/models/notfound.js';
import { TooManyRequests } from '@vercel/sdk/models/toomanyrequests.js';
import { InternalServerError } from '@vercel/sdk/models/internalservererror.js';
import { DomainTooShort } from '@vercel/sdk/models/domaintooshort.js';
import { TldNotSupported } from '@vercel/sdk/models/tldnotsupported.js';
import { ExpectedPriceMismatch } from '@vercel/sdk/models/expectedpricemismatch.js';
import { SDKValidationError } from '@vercel/sdk/models/sdkvalidationerror.js';

function branch(e) {
  if (e instanceof DomainTooShort) return 'too short';
  if (e instanceof TldNotSupported) return 'no such tld';
  if (e instanceof ExpectedPriceMismatch) return 'another price';
  if (e instanceof BadRequest) return 'registrar 400';
  if (e instanceof Unauthorized) return 'registrar 401';
  if (e instanceof NotFound) return 'registrar 404';
  if (e instanceof TooManyRequests) return 'registrar 429';
  if (e instanceof InternalServerError) return 'registrar 500';
  if (e instanceof SDKError) return 'sdk ' + e.statusCode;
  if (e instanceof VercelError) return 'other ' + e.statusCode;
  return e instanceof SDKValidationError ? 'input' : 'unknown ' + e;
}
export async function program(serverURL) {
  const vercel = new Vercel({ bearerToken: 't', serverURL, retryConfig: { strategy: 'none' } });
  try { CALL; return 'done'; } catch (e) { return branch(e); }
}
`;

const contact = `{ firstName: 'Ada', lastName: 'Lovelace', email: 'a@e.example', phone: '+49.30123456', address1: 'A 1',
  city: 'Berlin', state: 'Berlin', zip: '10115', country: 'DE' }`;
const calls = [
  "await vercel.webhooks.getWebhook({ id: 'w' })",
  "await vercel.projects.updateProject({ idOrName: 'p', requestBody: { name: 'n' } })",
  "await vercel.projects.getProjects({ limit: '5', search: 'a b' })",
  "await vercel.deployments.getDeployments({ limit: 5, state: 'READY', teamId: 't' })",
  "await vercel.dns.removeRecord({ domain: 'e.example', recordId: 'r' })",
  "await vercel.aliases.listAliases({ domain: 'e.example' })",
  'await vercel.user.getAuthUser()',
  "await vercel.domainsRegistrar.getDomainPrice({ domain: 'e.example' })",
  "await vercel.domainsRegistrar.getDomainAvailability({ domain: 'e.example' })",
  `await vercel.domainsRegistrar.buySingleDomain({ domain: 'e.example', requestBody: { autoRenew: true, years: 1,
    expectedPrice: 11, contactInformation: ${contact} } })`,
];

const nested = (code: string) => ({ error: { code, message: `says ${code}` } });
const flat = (status: number, code: string) => ({ status, code, message: `says ${code}` });
const general: [number, object][] = [
  [400, nested('bad_request')],
  [401, nested('unauthorized')],
  [404, nested('not_found')],
  [429, nested('rate_limited')],
  [500, nested('internal_server_error')],
];
const registrar: [number, { code: string; retryAfter?: object; limit?: object }][] = [
  [400, flat(400, 'bad_request')],
  [400, flat(400, 'domain_too_short')],
  [400, flat(400, 'tld_not_supported')],
  [400, flat(400, 'expected_price_mismatch')],
  [401, flat(401, 'unauthorized')],
  [404, flat(404, 'not_found')],
  [
    429,
    {
      ...flat(429, 'too_many_requests'),
      retryAfter: { value: 1, str: '1s' },
      limit: { total: 1, remaining: 0, reset: 1 },
    },
  ],
  [500, flat(500, 'internal_server_error')],
];

/**
 * Returns the error codes in the description of an operation of domainsRegistrar. The reference client treats any other
 * code as an invalid response.
 */
function answersOf(call: string): string[] {
  const asked = ['bad_request', 'domain_too_short', 'tld_not_supported'];
  const always = ['unauthorized', 'too_many_requests', 'internal_server_error'];
  if (call.includes('getDomainPrice')) return [...asked, ...always];
  if (call.includes('getDomainAvailability')) return ['not_found', ...always];
  return [...asked.slice(1), 'expected_price_mismatch', ...always];
}

let reply: [number, object] = [200, {}];
let seen: string[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  seen.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`);
  response.writeHead(reply[0], { 'content-type': 'application/json' }).end(JSON.stringify(reply[1]));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Generated module of a program before or after the migration. */
interface ProgramModule {
  program: (url: string) => Promise<string>;
}

let compared = 0;
const differences: string[] = [];
for (const [at, call] of calls.entries()) {
  const before = head.replace('CALL', call);
  const after = transform(before, 'program.mjs')!.code;
  const names = [`before-${at}.mjs`, `after-${at}.mjs`] as const;
  for (const [which, text] of [before, after].entries()) writeFileSync(join(folder, names[which]!), text);
  const [theirs, ours] = (await Promise.all(names.map((name) => import(join(folder, name))))) as [
    ProgramModule,
    ProgramModule,
  ];
  const declared = call.includes('domainsRegistrar')
    ? registrar.filter(([, { code }]) => answersOf(call).includes(code))
    : general;
  for (reply of declared) {
    const results = [];
    for (const { program } of [theirs, ours]) {
      seen = [];
      results.push({ branch: await program(url), seen });
    }
    compared++;
    const [their, our] = results.map((result) => JSON.stringify(result));
    if (their !== our)
      differences.push(`${call.slice(0, 60)} ${JSON.stringify(reply)}\n  before ${their}\n  after  ${our}`);
  }
}
server.close();
rmSync(folder, { recursive: true });
console.log(`${compared} answers to ${calls.length} programs compared`);
for (const difference of differences) console.log(difference);
console.log(`${differences.length} differences`);
process.exitCode = differences.length ? 1 : 0;
