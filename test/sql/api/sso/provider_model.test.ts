// Random changes of providers, of their metadata and of time, compared with a model of their states (docs/sso.md,
// "States of a provider"). POSTERN_TEST_SEED repeats a run.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkModel, stepsArbitrary } from '../../../security/model.ts';
import { type CallArguments, openSqlApi, returnedErrorCode } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider, finishArguments, newAssertion, newMetadata } from './saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const URL = 'https://idp.example.com/metadata';
type Keys = 'a' | 'b' | 'ab';
type Step =
  | { kind: 'disable'; value: boolean }
  | { kind: 'delete' }
  | { kind: 'fetch'; result: Keys | 'fails' | 'other entity' }
  | { kind: 'give'; keys: Keys; by: 'url' | 'xml' }
  | { kind: 'wait'; minutes: number };

const keys = fc.constantFrom<Keys>('a', 'b', 'ab');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('disable' as const), value: fc.boolean() }),
  { arbitrary: fc.record({ kind: fc.constant('delete' as const) }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('fetch' as const),
      result: fc.oneof(keys, fc.constantFrom('fails' as const, 'other entity' as const)),
    }),
    weight: 4,
  },
  fc.record({ kind: fc.constant('give' as const), keys, by: fc.constantFrom('url' as const, 'xml' as const) }),
  {
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(6, 60, 300, 1_800) }),
    weight: 3,
  },
);

/** State of a provider. Times are in minutes since the start of the sequence. */
interface Model {
  deleted: boolean;
  disabled: boolean;
  keys: Keys;
  by_url: boolean;
  failing_since: number | null;
  due: number | null;
  asked: number | null;
}

const certificatesOf = (which: Keys): CallArguments[] =>
  [...which].map((name) => ({ der: name.repeat(4), sha256: name.repeat(64), not_after: '2001-01-01T00:00:00.000Z' }));

test('a provider signs in exactly while it is enabled, by the certificates that were stored last', async () => {
  const run = async (sequence: Step[]): Promise<void> => {
    await sql_api.db.sql`delete from auth.sso_providers`;
    const base = newMetadata();
    const metadata = (which: Keys): CallArguments => ({
      ...base,
      certificates: certificatesOf(which),
      cache_for: 4 * 3_600,
    });
    const { id } = await createProvider(sql_api, { metadata_url: URL, metadata_xml: '' }, metadata('a'));
    let now = 0;
    const model: Model = {
      deleted: false,
      disabled: false,
      keys: 'a',
      by_url: true,
      failing_since: null,
      due: 240,
      asked: null,
    };
    const flow = randomUUID();
    await sql_api.call('start_saml_flow', { id: flow, provider_id: id, redirect_to: '' });
    for (const one of sequence) {
      const about = JSON.stringify(one);
      if (one.kind === 'wait') {
        await sql_api.advance(one.minutes * 60);
        now += one.minutes;
      } else if (one.kind === 'delete') {
        const answer = await sql_api.call('delete_sso_provider', { ...ADMIN, id, end_sessions: null, client: {} });
        assert.is(returnedErrorCode(answer) ?? 'ok', model.deleted ? 'sso_provider_not_found' : 'ok', about);
        model.deleted = true;
      } else if (one.kind === 'fetch') {
        // The worker leases a provider whose metadata are due.
        const leased = await sql_api.call('lease_saml_metadata', { id: null });
        const may_ask = model.asked === null || now - model.asked >= 5;
        const is_due = !model.deleted && !model.disabled && model.due !== null && now >= model.due && may_ask;
        assert.is(leased.id, is_due ? id : undefined, about);
        if (!is_due) continue;
        model.asked = now;
        const { result } = one;
        const stored = result !== 'fails' && result !== 'other entity';
        const other = result === 'fails' ? null : { ...metadata('b'), entity_id: 'https://other.example' };
        const fetched = stored ? metadata(result) : other;
        const done = await sql_api.call('finish_saml_metadata', {
          id,
          metadata_url: URL,
          metadata: fetched,
          client: null,
        });
        assert.is(done.stored, stored, about);
        if (stored) model.keys = result;
        model.failing_since = stored ? null : (model.failing_since ?? now);
        model.due = now + (stored ? 240 : 60);
      } else {
        const provider =
          one.kind === 'disable'
            ? { disabled: one.value }
            : one.by === 'url'
              ? { metadata_url: URL }
              : { metadata_xml: '<EntityDescriptor/>' };
        const answer = await sql_api.call('change_sso_provider', {
          ...ADMIN,
          id,
          provider,
          metadata: one.kind === 'give' ? metadata(one.keys) : null,
          client: {},
        });
        assert.is(returnedErrorCode(answer) ?? 'ok', model.deleted ? 'sso_provider_not_found' : 'ok', about);
        if (one.kind === 'disable') model.disabled = one.value;
        else {
          model.keys = one.keys;
          model.by_url = one.by === 'url';
          model.failing_since = null;
          model.due = model.by_url ? now + 240 : null;
        }
      }
      const asked = {
        start: await sql_api.call('start_saml_flow', { id: randomUUID(), provider_id: id, redirect_to: '' }),
        issuer: await sql_api.call('find_saml_provider', { entity_id: base.entity_id }),
        finish: await sql_api.call('finish_saml_flow', finishArguments(id, null, newAssertion())),
      };
      const outcomes = Object.fromEntries(
        Object.entries(asked).map(([name, answer]) => [name, returnedErrorCode(answer) ?? 'in']),
      );
      if (model.deleted)
        assert.equal(
          outcomes,
          { start: 'sso_provider_not_found', issuer: 'saml_idp_not_found', finish: 'saml_idp_not_found' },
          about,
        );
      else if (model.disabled)
        assert.equal(
          outcomes,
          { start: 'sso_provider_disabled', issuer: 'sso_provider_disabled', finish: 'sso_provider_disabled' },
          about,
        );
      else {
        assert.equal(outcomes, { start: 'in', issuer: 'in', finish: 'in' }, about);
        // The function returns the certificates although they expired in 2001.
        assert.equal(
          asked.start.certificates,
          certificatesOf(model.keys).map(({ der }) => der),
          about,
        );
      }
      const [row] = await sql_api.rows('auth.sso_providers', `t.id = '${id}'`);
      assert.equal(
        [row !== undefined, row?.failed_at != null, row?.next_fetch_at != null],
        model.deleted ? [false, false, false] : [true, model.failing_since !== null, model.by_url],
        about,
      );
      const waiting = await sql_api.call('get_saml_flow', { id: flow });
      const expired = now > 10;
      const expected = model.deleted
        ? 'saml_relay_state_not_found'
        : expired
          ? 'saml_relay_state_expired'
          : model.disabled
            ? 'sso_provider_disabled'
            : 'in';
      assert.is(returnedErrorCode(waiting) ?? 'in', expected, about);
    }
  };
  const sequences = stepsArbitrary(step, 1, 15);
  await checkModel({ of: import.meta.url, name: 'providers', sequences, run, numRuns: 40 });
});

test.run();
