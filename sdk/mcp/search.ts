// Ranked search over the operations: words of the question, their synonyms, and the kind of action requested.
import { synonyms } from './synonyms.ts';
import { type Act, actOf, phrases } from './vocabulary.ts';

/** The searchable texts of an operation. */
export interface Searched {
  readonly method: string;
  readonly groups: readonly string[];
  readonly doc: string;
  readonly deprecated: boolean;
  /** HTTP method, path, and the names of query parameters. */
  readonly row: string;
  /** Names of its body members. */
  readonly members: string;
}

const silent = new Set(
  (
    'a about all am an and any are as at be been by can could did do does for from get got had has have how i if in into is it its ' +
    'let like make me my need now of off on one or our out own owned please see should show so some tell than that the their them then ' +
    'there these they this to up us use used want was we were what when where which who whose why will with would you your'
  ).split(' '),
);

/** Splits a text into words, including camelCase and paths. */
function split(text: string): string[] {
  const spaced = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.match(/[a-z\d]+/g) ?? [];
}

/** Removes endings, so that `domains`, `deployed` and `deploying` match `domain` and `deploy`. */
export function stem(word: string): string {
  if (word.length < 4) return word;
  const one = word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  const cut = one.replace(/(ing|ed|er|ment|ation|al)$/, '');
  const base = cut.length >= 4 || (cut.length === 3 && /[aeiou]/.test(cut)) ? cut : one;
  return base.replace(/([bdgklmnprt])\1$/, '$1').replace(/(.{3,})e$/, '$1');
}

const stems = (text: string) => split(text).map(stem);

interface Indexed<T> {
  entry: T;
  /** Weight of each word for this operation. */
  weights: Map<string, number>;
  act: Act;
  /** Words of the method's name other than its verb. */
  about: readonly string[];
  penalty: number;
}

const stemmedSynonyms = new Map([...synonyms].map(([word, meant]) => [stem(word), stems(meant)]));

/** Builds the search over some operations. */
export class Search<T extends Searched> {
  readonly #entries: Indexed<T>[];
  readonly #rarity = new Map<string, number>();

  constructor(entries: readonly T[]) {
    this.#entries = entries.map(indexed);
    const counts = new Map<string, number>();
    for (const { weights } of this.#entries)
      for (const word of weights.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) this.#rarity.set(word, Math.log(1 + entries.length / count));
  }

  /** Returns the operations that match a question, best first. */
  find(question: string, most: number): T[] {
    const { concepts, act } = understand(question);
    if (!concepts.length) return this.#entries.slice(0, most).map(({ entry }) => entry);
    const found = this.#entries.map((indexed) => ({
      entry: indexed.entry,
      score: this.#score(indexed, concepts, act),
    }));
    return found
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ entry }) => entry);
  }

  #score({ weights, act, about, penalty }: Indexed<T>, concepts: readonly Concept[], wanted: Act): number {
    let sum = 0;
    let met = 0;
    let all = 0;
    for (const { words, weight, asked } of concepts) {
      let best = 0;
      for (const [word, closeness] of words) {
        const here = (weights.get(word) ?? 0) * (this.#rarity.get(word) ?? 0) * closeness;
        if (here > best) best = here;
      }
      sum += best * weight;
      if (asked) {
        all++;
        if (best > 0) met++;
      }
    }
    const coverage = all ? 0.4 + 0.6 * (met / all) : 1;
    const spoken = about.filter((word) => concepts.some(({ words }) => words.some(([other]) => other === word)));
    const precision = about.length ? 0.6 + 0.4 * (spoken.length / about.length) : 0.6;
    return sum * coverage * precision * penalty * fits(act, wanted);
  }
}

function fits(act: Act, wanted: Act): number {
  if (act === wanted) return 1.3;
  if (act === 'delete' || wanted === 'delete') return 0.6;
  return act === 'read' || wanted === 'read' ? 0.8 : 1;
}

interface Concept {
  words: [word: string, closeness: number][];
  weight: number;
  /** True for a word of the question, false for one from a phrase's meaning. */
  asked: boolean;
}

function understand(question: string): { concepts: Concept[]; act: Act } {
  const all = split(question);
  const concepts: Concept[] = [];
  for (const word of new Set(all)) {
    if (silent.has(word)) continue;
    const base = stem(word);
    const meant = (stemmedSynonyms.get(base) ?? []).map((other): [string, number] => [other, 0.55]);
    concepts.push({ words: [[base, 1], ...meant], weight: 1, asked: true });
  }
  const said = question.toLowerCase();
  for (const [phrase, meant] of phrases) {
    if (!phrase.test(said)) continue;
    for (const word of stems(meant)) concepts.push({ words: [[word, 1]], weight: 0.7, asked: false });
  }
  return { concepts, act: actOf(said.trim(), all) };
}

function indexed<T extends Searched>(entry: T): Indexed<T> {
  const weights = new Map<string, number>();
  const add = (words: readonly string[], weight: number) => {
    for (const word of new Set(words)) weights.set(word, Math.max(weights.get(word) ?? 0, weight));
  };
  const [http = '', target = ''] = entry.row.split(' ');
  const [path = '', query = ''] = target.split('?');
  add(stems(query.replace(/&T$/, '')), 0.15);
  add(stems(entry.members), 0.2);
  add(stems(path.replace(/\{[^}]*\}/g, ' ')), 0.5);
  const doc = stems(entry.doc).filter((word) => !silent.has(word));
  add(doc, 0.75);
  add(entry.groups.flatMap(stems), 0.7);
  // The start of the sentence is most significant; words of long names weigh less.
  add(doc.slice(0, 5), 0.9);
  const name = stems(entry.method);
  add(name, name.length > 8 ? 0.5 : 1.1 - 0.03 * name.length);
  const about = name.slice(1);
  return {
    entry,
    weights,
    about,
    act: actOfOperation(http, entry.method, name),
    penalty: entry.deprecated ? 0.6 : name.length > 8 ? 0.8 : 1,
  };
}

function actOfOperation(http: string, method: string, name: readonly string[]): Act {
  if (http === 'GET' || http === 'HEAD') return 'read';
  if (http === 'DELETE') return 'delete';
  if (/^(count|list|get|search|read)/.test(method)) return 'read';
  if (
    http === 'POST' &&
    !/^(update|edit|request|restore|pause|unpause|move|approve|complete|revoke|stop|kill|extend)/.test(method)
  )
    return name.some((word) => word === 'delet') ? 'delete' : 'create';
  return 'change';
}
