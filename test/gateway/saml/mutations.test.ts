// 10,000 mutations of a good response: each is refused, or says the same. The same seed makes the same: POSTERN_TEST_SEED.
// runner: timeout=600 when=gateway/saml,core/saml,test/support/providers/saml_idp.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SamlRefusedError } from '../../../core/saml/refusal.ts';
import { type Assertion, parseResponse, type ResponseRules, readResponse } from '../../../gateway/saml/response.ts';
import { base64Xml, createSamlIdp, type ResponseParts } from '../../support/providers/saml_idp.ts';

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

/** Returns the word of a refusal, or `in`. Any other error fails the test. */
function outcome(field: string): string {
  try {
    read(field);
    return 'in';
  } catch (error) {
    if (!(error instanceof SamlRefusedError)) throw error;
    return error.code;
  }
}

/** A generator of numbers from 0 to n - 1 that repeats for a seed. */
function randomFrom(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

type Mutation = (bytes: Buffer, random: (n: number) => number) => Buffer;

const spliced = (bytes: Buffer, at: number, remove: number, put: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + remove)]);

interface Element {
  at: number;
  length: number;
  text: string;
}
const known = new WeakMap<Buffer, Element[]>();

/** Returns the elements of a document with their content. */
function elementsOf(bytes: Buffer): Element[] {
  const found = known.get(bytes) ?? findElements(bytes.toString());
  known.set(bytes, found);
  return found;
}

function findElements(xml: string): Element[] {
  return [...xml.matchAll(/<((?:\w+:)?\w+)(?:\s[^>]*)?(?:\/>|>(?:(?!<\1[\s>])[\s\S])*?<\/\1>)/g)].map((match) => ({
    at: match.index,
    length: match[0].length,
    text: match[0],
  }));
}

const MUTATIONS: readonly Mutation[] = [
  // bytes
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    const at = random(copy.length);
    copy[at] = (copy[at] as number) ^ (1 << random(8));
    return copy;
  },
  (bytes, random) => spliced(bytes, random(bytes.length), 1 + random(40), Buffer.alloc(0)),
  (bytes, random) => {
    const at = random(bytes.length);
    return spliced(bytes, random(bytes.length), 0, bytes.subarray(at, at + 1 + random(60)));
  },
  // elements: removed, doubled, moved, exchanged
  (bytes, random) => {
    const elements = elementsOf(bytes);
    const one = elements[random(elements.length)] as (typeof elements)[number];
    return spliced(bytes, one.at, one.length, Buffer.alloc(0));
  },
  (bytes, random) => {
    const elements = elementsOf(bytes);
    const one = elements[random(elements.length)] as (typeof elements)[number];
    const to = elements[random(elements.length)] as (typeof elements)[number];
    return spliced(bytes, to.at, 0, Buffer.from(one.text));
  },
  (bytes, random) => {
    const elements = elementsOf(bytes);
    const one = elements[random(elements.length)] as (typeof elements)[number];
    const to = elements[random(elements.length)] as (typeof elements)[number];
    return spliced(bytes, to.at, to.length, Buffer.from(one.text));
  },
  // attributes and texts
  (bytes, random) => {
    const xml = bytes.toString();
    const attributes = [...xml.matchAll(/\s[\w:]+="[^"]*"/g)];
    const one = attributes[random(attributes.length)] as (typeof attributes)[number];
    const other = attributes[random(attributes.length)] as (typeof attributes)[number];
    return spliced(bytes, one.index, one[0].length, Buffer.from(random(2) === 0 ? '' : other[0]));
  },
  (bytes, random) => {
    const texts = [...bytes.toString().matchAll(/>[^<]+</g)];
    const one = texts[random(texts.length)] as (typeof texts)[number];
    const put = ['>eve<', '>a<!-- -->b<', '>&#97;da<', '><![CDATA[ada]]><', '> ada\n<', '><x xmlns=""/><'][random(6)];
    return spliced(bytes, one.index, one[0].length, Buffer.from(put as string));
  },
];

test('10,000 mutations of a good response: refused, or the same claims', () => {
  const seed = Number(process.env.POSTERN_TEST_SEED ?? Date.now() % 1e9);
  const random = randomFrom(seed);
  const words = new Map<string, number>();
  const good = (['response', 'assertion', 'both'] as const).map((sign) => {
    const bytes = Buffer.from(
      idp.respond({ ...PARTS, sign, attributes: { mail: 'ada@example.com', ou: ['one', 'two'] } }),
    );
    return { bytes, claims: read(base64Xml(bytes.toString())) };
  });
  for (let n = 0; n < 10_000; n += 1) {
    const { bytes, claims } = good[n % good.length] as (typeof good)[number];
    let mutated: Buffer = bytes;
    // A second mutation only while there is a document left to change.
    for (let times = 1 + random(2); times > 0 && mutated.length > 1_000; times -= 1)
      mutated = (MUTATIONS[random(MUTATIONS.length)] as Mutation)(mutated, random);
    const field = mutated.toString('base64');
    const word = outcome(field);
    words.set(word, (words.get(word) ?? 0) + 1);
    if (word === 'in') {
      const seen = read(field);
      assert.equal(seen, claims, `seed ${seed}, mutation ${n}: ${mutated}`);
    }
  }
  for (const word of ['malformed', 'shape', 'signature'])
    assert.ok((words.get(word) ?? 0) > 100, `${word}: ${[...words]}`);
});

test.run();
