// Words for parameters and members of bodies and answers: looked up by name, and by place where a name means different things.

/** A sentence and an example (null: none); refinements by group, or by group and method. */
export type Entry = readonly [
  say: string,
  example?: unknown,
  places?: Readonly<Record<string, readonly [string, unknown?]>>,
];

export type EntryList = Readonly<Record<string, Entry>>;

/** A sentence for each name; `parent.name` where a name means something else there. */
export type AnswerList = Readonly<Record<string, string>>;

export interface Words {
  readonly say: string;
  /** Undefined when a single value would tell nothing, as for an object. */
  readonly example: unknown;
}

/** Where a name stands. */
export interface PlaceOfUse {
  readonly group: string | null;
  readonly name: string;
}

export class WordList {
  readonly #parameters: EntryList;
  readonly #members: EntryList;
  readonly #answers: AnswerList;

  constructor(parameters: EntryList, members: EntryList, answers: AnswerList = {}) {
    this.#parameters = parameters;
    this.#members = members;
    this.#answers = answers;
  }

  /** Words for a parameter by its name on the wire. */
  parameter(place: PlaceOfUse, name: string): Words | undefined {
    return wordsOf(own(this.#parameters, name), place);
  }

  /** Words for a member at the top of a body. */
  member(place: PlaceOfUse, name: string): Words | undefined {
    return wordsOf(own(this.#members, name), place);
  }

  /** Words for a member further down: those for exactly this parent, else the general ones. */
  inner(parent: string, name: string): Words | undefined {
    return wordsOf(own(this.#members, `${parent}.${name}`) ?? own(this.#members, name));
  }

  /** Words for a member of an answer. */
  answer(parent: string | undefined, name: string): Words | undefined {
    const say = own(this.#answers, `${parent}.${name}`) ?? own(this.#answers, name);
    return say === undefined ? undefined : { say, example: undefined };
  }
}

function own<Word>(list: Readonly<Record<string, Word>>, name: string): Word | undefined {
  return Object.hasOwn(list, name) ? list[name] : undefined;
}

function wordsOf(entry: Entry | undefined, place?: PlaceOfUse): Words | undefined {
  if (!entry) return undefined;
  const group = place?.group ?? 'client';
  const [say, example] = (place && (entry[2]?.[`${group}.${place.name}`] ?? entry[2]?.[group])) ?? entry;
  return { say, example: example ?? undefined };
}
