// Random changes of domains, compared with a model: a domain has no provider, or it has one and is unverified, verified
// or enforced (docs/adr/0058-enforced-domains.md). POSTERN_TEST_SEED repeats a run.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkModel, stepsArbitrary } from '../../../security/model.ts';
import {
  type CallArguments,
  type CallResult,
  openSqlApi,
  readSession,
  resultOrError,
  returnedErrorCode,
  type SqlPerson,
} from '../../../support/database/sql_api.ts';
import { organizationHelpers } from './organization.ts';
import { ADMIN, createProvider, finishArguments, newAssertion } from './saml.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());
const { call, personAt, passwordGrant } = await organizationHelpers(sql_api);

const DOMAINS = ['one.model.example', 'two.model.example'];
type State = { owner: 0 | 1 | null; verified: boolean; enforced: boolean };
type Step =
  | { kind: 'give'; domain: number; owner: 0 | 1 }
  | { kind: 'take'; domain: number; owner: 0 | 1 }
  | { kind: 'dns'; domain: number; owner: 0 | 1; right: boolean }
  | { kind: 'put'; domain: number; owner: 0 | 1; verified: boolean | null; enforced: boolean | null };

const domain = fc.nat({ max: DOMAINS.length - 1 });
const owner = fc.constantFrom(0 as const, 1 as const);
const tri = fc.constantFrom(true, false, null);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('give' as const), domain, owner }),
  fc.record({ kind: fc.constant('take' as const), domain, owner }),
  fc.record({ kind: fc.constant('dns' as const), domain, owner, right: fc.boolean() }),
  {
    arbitrary: fc.record({ kind: fc.constant('put' as const), domain, owner, verified: tri, enforced: tri }),
    weight: 3,
  },
);

test('random changes of domains: a domain is enforced only while it is verified, and decides exactly who signs in', async () => {
  const providers = [
    String((await createProvider(sql_api)).id),
    String((await createProvider(sql_api, { email_domains: 'any' })).id),
  ];
  const [ordinary, chief] = [[], []] as [SqlPerson[], SqlPerson[]];
  const organized: CallArguments[][] = [];
  for (const name of DOMAINS) {
    ordinary.push(await personAt(`ordinary@${name}`));
    chief.push(await personAt(`chief@${name}`));
    await sql`update auth.users set role = 'service_role' where id = ${String(chief.at(-1)?.id)}`;
    const assertions = providers.map(() => newAssertion({ email: `sso@${name}` }));
    await sql`update auth.sso_providers set email_domains = 'any' where id = any (${providers})`;
    for (const [n, id] of providers.entries())
      readSession(await call('finish_saml_flow', finishArguments(id, null, assertions[n] as CallArguments)));
    organized.push(assertions);
  }
  const run = async (sequence: Step[]): Promise<void> => {
    await sql`delete from auth.sso_domains where domain = any (${DOMAINS})`;
    const states: State[] = DOMAINS.map(() => ({ owner: null, verified: false, enforced: false }));
    const held = (of: number): string[] => DOMAINS.filter((_, n) => states[n]?.owner === of);
    for (const one of sequence) {
      const state = states[one.domain] as State;
      const name = DOMAINS[one.domain] as string;
      const id = providers[one.owner] as string;
      const mine = state.owner === one.owner;
      let expected = 'ok';
      let answer: CallResult;
      if (one.kind === 'give' || one.kind === 'take') {
        const list =
          one.kind === 'give' ? [...held(one.owner), name] : held(one.owner).filter((other) => other !== name);
        answer = await call('change_sso_provider', { ...ADMIN, id, provider: { domains: list } });
        if (one.kind === 'give' && state.owner !== null && !mine) expected = 'sso_domain_already_exists';
        else if (one.kind === 'give' && !mine)
          states[one.domain] = { owner: one.owner, verified: false, enforced: false };
        else if (one.kind === 'take' && mine) states[one.domain] = { owner: null, verified: false, enforced: false };
      } else if (one.kind === 'dns') {
        const known = await call('prepare_sso_domain', { ...ADMIN, id, domain: name });
        const record = (known.verification as { value?: string } | undefined)?.value ?? 'x';
        answer = await call('verify_sso_domain', { ...ADMIN, id, domain: name, records: [one.right ? record : 'x'] });
        if (!mine) expected = 'sso_domain_not_found';
        else if (!one.right) expected = 'sso_domain_not_verified';
        else state.verified = true;
      } else {
        const { verified, enforced } = one;
        answer = await call('change_sso_domain', { ...ADMIN, id, domain: name, verified, enforced });
        if (!mine) expected = 'sso_domain_not_found';
        else if (enforced === true && !state.verified && verified !== true) expected = 'sso_domain_not_verified';
        else {
          state.verified ||= verified === true;
          state.enforced = enforced ?? state.enforced;
        }
      }
      assert.is(returnedErrorCode(answer) ?? 'ok', expected, JSON.stringify(one));
      const rows = await sql`
        select domain, provider_id, verified_at is not null as verified, enforced from auth.sso_domains
        where domain = any (${DOMAINS}) order by domain`;
      assert.equal(
        [...rows].map((row) => ({ ...row })),
        DOMAINS.flatMap((other, n) => {
          const { owner: of, verified, enforced } = states[n] as State;
          return of === null ? [] : [{ domain: other, provider_id: providers[of], verified, enforced }];
        }),
      );
      const { owner: of, enforced } = states[one.domain] as State;
      /** The error of the mail spacing does not concern the domain, so it counts as success. */
      const outcome = async (answered: Promise<CallResult>): Promise<string> =>
        (returnedErrorCode(await resultOrError(answered)) ?? 'in').replace('over_email_send_rate_limit', 'in');
      const asserted = organized[one.domain] as CallArguments[];
      const seen = {
        ordinary: await outcome(passwordGrant((ordinary[one.domain] as SqlPerson).email)),
        chief: await outcome(passwordGrant((chief[one.domain] as SqlPerson).email)),
        otp: await outcome(call('request_otp', { email: `ordinary@${name}` })),
        first: await outcome(
          call('finish_saml_flow', finishArguments(providers[0], null, { ...asserted[0], id: `_${randomUUID()}` })),
        ),
        second: await outcome(
          call('finish_saml_flow', finishArguments(providers[1], null, { ...asserted[1], id: `_${randomUUID()}` })),
        ),
      };
      const shut = enforced ? 'sso_required' : 'in';
      assert.equal(
        seen,
        { ordinary: shut, chief: 'in', otp: shut, first: of === 0 ? 'in' : shut, second: of === 1 ? 'in' : shut },
        JSON.stringify(one),
      );
    }
  };
  const sequences = stepsArbitrary(step, 1, 12);
  await checkModel({ of: import.meta.url, name: 'domains', sequences, run, numRuns: 40 });
});

test.run();
