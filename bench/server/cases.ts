// Benchmark cases. `floor`, if present, is a request to the baseline server (floor_process.ts) that reads and writes
// the same tables.
import type { Case } from './case.ts';
import type { Load } from './load.ts';
import { CONNECTIONS } from './measure.ts';
import { oauthCases } from './oauth.ts';
import type { BenchmarkSetup, MeasuredGateway } from './setup.ts';
import { ssoCases } from './sso.ts';

export function benchmarkCases({ admin_token }: BenchmarkSetup): Case[] {
  const one = (path: string, method = 'GET'): Load => ({ next: () => ({ method, path }) });
  return [
    {
      name: 'GET /user',
      ours: ({ people }) => ({
        next: (at) => ({ method: 'GET', path: '/user', headers: bearerHeader(people[at]?.access_token) }),
      }),
      floor: one('/user'),
    },
    {
      name: 'refresh',
      ours: ({ people }) => ({
        next: (at) => ({
          method: 'POST',
          path: '/token?grant_type=refresh_token',
          body: JSON.stringify({ refresh_token: people[at]?.refresh_token }),
        }),
        done: (at, { text }) => {
          const person = people[at];
          if (person) person.refresh_token = (JSON.parse(text) as { refresh_token: string }).refresh_token;
        },
      }),
      floor: one('/refresh', 'POST'),
    },
    {
      name: 'PUT /user',
      ours: ({ people }) => ({
        next: (at) => ({
          method: 'PUT',
          path: '/user',
          headers: bearerHeader(people[at]?.access_token),
          body: '{"data":{"n":1}}',
        }),
      }),
      floor: one('/update', 'PUT'),
    },
    {
      name: 'password sign-in',
      ours: ({ people }) => ({
        next: (at) => ({
          method: 'POST',
          path: '/token?grant_type=password',
          body: JSON.stringify({ email: people[at]?.email, password: people[at]?.password }),
        }),
      }),
    },
    ...oauthCases(admin_token),
    ...ssoCases(admin_token),
    // Runs before the verify cases, because list requests count users who are less than a minute old.
    {
      name: 'admin list',
      before: countUsers,
      ours: () => ({
        next: () => ({ method: 'GET', path: '/admin/users?per_page=50', headers: bearerHeader(admin_token) }),
      }),
      floor: one('/list'),
    },
    createVerifyCase('verify, first proof', admin_token, (number) => `new${number}@example.com`),
    createVerifyCase('verify, magic link', admin_token, (number) => `crowd${(number % 20_000) + 1}@example.com`),
  ];
}

/** Counts the users as the worker does every minute. Does nothing for a commit without the SQL function. */
async function countUsers({ db }: MeasuredGateway): Promise<void> {
  const [counting] = await db.sql`select to_regproc('auth_api.maintain_user_list_counts') is not null as here`;
  if (counting?.here) await db.sql`select auth_api.maintain_user_list_counts(most => 100000)`;
}

const LINKS = Number(process.env.LINKS ?? 800);

/** Creates links with POST /admin/generate_link, one per address, and consumes them with POST /verify. */
function createVerifyCase(name: string, admin_token: string, address: (number: number) => string): Case {
  const made = new Map<MeasuredGateway, { links: { type: string; token_hash: string }[]; count: number }>();
  return {
    name,
    async before(side) {
      const of_side = made.get(side) ?? { links: [], count: 0 };
      made.set(side, of_side);
      const make = async (): Promise<void> => {
        while (of_side.links.length < LINKS) {
          const response = await fetch(`http://127.0.0.1:${side.gateway.port}/admin/generate_link`, {
            method: 'POST',
            headers: bearerHeader(admin_token),
            body: JSON.stringify({ type: 'magiclink', email: address(of_side.count++) }),
          });
          const link = (await response.json()) as { hashed_token: string; verification_type: string };
          if (!response.ok) throw new Error(`generate_link answered ${response.status}: ${JSON.stringify(link)}`);
          of_side.links.push({ type: link.verification_type, token_hash: link.hashed_token });
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, make));
    },
    ours: (side) => ({
      next: () => {
        const link = made.get(side)?.links.pop();
        return link ? { method: 'POST', path: '/verify', body: JSON.stringify(link) } : null;
      },
    }),
  };
}

function bearerHeader(token: string | undefined): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
