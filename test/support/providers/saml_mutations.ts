// Mutations of a SAML response: bytes, elements, attributes and texts. The same seed gives the same mutations.

/** Creates a generator of random numbers from 0 to n - 1. The same seed yields the same numbers. */
function createRandom(seed: number): (n: number) => number {
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
  // Elements are removed, copied to another position, or replaced by a copy of another element.
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

/** Returns mutated copies of the documents in turn, each with one or two mutations. */
export function mutateDocuments(documents: readonly Buffer[], o: { seed: number; count: number }): Buffer[] {
  const random = createRandom(o.seed);
  return Array.from({ length: o.count }, (_, n) => {
    let mutated = documents[n % documents.length] as Buffer;
    // Stops if too little of the document is left.
    for (let times = 1 + random(2); times > 0 && mutated.length > 1_000; times -= 1)
      mutated = (MUTATIONS[random(MUTATIONS.length)] as Mutation)(mutated, random);
    return mutated;
  });
}
