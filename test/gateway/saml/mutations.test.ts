// Each of 10,000 mutations of a valid response is refused, or yields the same data. POSTERN_TEST_SEED repeats a run.
// runner: when=gateway/saml,core/saml,test/support/providers/saml_idp.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SamlRefusedError } from '../../../core/saml/refusal.ts';
import { type Assertion, parseResponse, type ResponseRules, readResponse } from '../../../gateway/saml/response.ts';
import { base64Xml, createSamlIdp, type ResponseParts } from '../../support/providers/saml_idp.ts';
import { mutateDocuments } from '../../support/providers/saml_mutations.ts';

const ACS = 'https://auth.example.com/sso/saml/acs';
const AUDIENCE = 'https://auth.example.com/sso/saml/metadata';
const NOW = Date.parse('2026-11-26T12:00:00.000Z');
const idp = createSamlIdp();
const PARTS: ResponseParts = { now: NOW, acs: ACS, audience: AUDIENCE, requestId: '_q1' };
const RULES: ResponseRules = {
  entityId: idp.entityId,
  audience: AUDIENCE,
  acs: ACS,
  requestId: '_q1',
  decryptionKeys: [],
  skew: 60,
  now: NOW,
  certificates: [idp.certificate],
  allowSha1: false,
};

const read = (field: string): Assertion => readResponse(parseResponse(field), RULES);

/** Returns the code of the rejection, or `in` if the response is accepted. Any other error fails the test. */
function describeOutcome(field: string): string {
  try {
    read(field);
    return 'in';
  } catch (error) {
    if (!(error instanceof SamlRefusedError)) throw error;
    return error.code;
  }
}

test('10,000 mutations of a good response: refused, or the same claims', () => {
  const seed = Number(process.env.POSTERN_TEST_SEED ?? Date.now() % 1e9);
  const words = new Map<string, number>();
  const good = (['response', 'assertion', 'both'] as const).map((sign) => {
    const bytes = Buffer.from(
      idp.respond({ ...PARTS, sign, attributes: { mail: 'ada@example.com', ou: ['one', 'two'] } }),
    );
    return { bytes, claims: read(base64Xml(bytes.toString())) };
  });
  const documents = good.map(({ bytes }) => bytes);
  for (const [n, mutated] of mutateDocuments(documents, { seed, count: 10_000 }).entries()) {
    const { claims } = good[n % good.length] as (typeof good)[number];
    const field = mutated.toString('base64');
    const word = describeOutcome(field);
    words.set(word, (words.get(word) ?? 0) + 1);
    if (word === 'in') {
      const seen = read(field);
      assert.equal(seen, claims, `seed ${seed}, mutation ${n}: ${mutated}`);
    }
  }
  // Far below the averages: of 10,000 mutations, about 120 change the shape alone.
  for (const word of ['malformed', 'shape', 'signature'])
    assert.ok((words.get(word) ?? 0) > 30, `${word}: ${[...words]}`);
});

test.run();
