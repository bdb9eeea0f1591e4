// Finds operations by name in any spelling: case, separators and the order of words do not matter.
import { type ListedOperation, readRow } from './platform.ts';

interface Spelled {
  readonly name: string;
  readonly listed: ListedOperation;
}

/** Returns a name without case and separators. */
export const letters = (name: string): string => name.replace(/[^A-Za-z\d]/g, '').toLowerCase();

function wordsOf(text: string): string[] {
  const spaced = text.replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2');
  return spaced.toLowerCase().match(/[a-z\d]+/g) ?? [];
}

/** Returns a text without case and separators, and the same with its words sorted. */
function keysOf(text: string): [letters: string, words: string] {
  const words = wordsOf(text);
  return [words.join(''), words.sort().join(' ')];
}

export class Names<T extends Spelled> {
  /** Operations by key. Their own names rank before names within a group, and those before paths. */
  readonly #byKey = new Map<string, Map<T, number>>();

  constructor(tools: readonly T[]) {
    for (const tool of tools) {
      const { name, method, groups, operation } = tool.listed;
      const { method: http, path } = readRow(operation.row);
      const addresses = [path, path.replace(/^\/v\d+/, '')].flatMap((place) => [place, `${http} ${place}`]);
      const forms = [[tool.name, name], groups.map((group) => `${group} ${method}`), [method], addresses];
      for (const [rank, texts] of forms.entries()) for (const key of texts.flatMap(keysOf)) this.#add(key, tool, rank);
    }
  }

  #add(key: string, tool: T, rank: number): void {
    const known = this.#byKey.get(key) ?? new Map<T, number>();
    if (!known.has(tool)) known.set(tool, rank);
    this.#byKey.set(key, known);
  }

  /** Returns the operations that a text names, with their rank. */
  #ranked(text: string): [T, number][] {
    const [letters, words] = keysOf(text);
    const found = [...(this.#byKey.get(letters) ?? this.#byKey.get(words) ?? [])];
    const old = ({ listed }: T) => Number(listed.deprecated);
    return found.sort(([a, rank], [b, other]) => rank - other || old(a) - old(b));
  }

  find(text: string): T[] {
    return this.#ranked(text).map(([tool]) => tool);
  }

  /** Returns the single best match. */
  one(text: string): T | undefined {
    const [first, second] = this.#ranked(text);
    return first && first[1] !== second?.[1] ? first[0] : undefined;
  }
}
