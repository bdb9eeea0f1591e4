// Descriptions of parameters and members of bodies and answers: looked up by name, and by place if a name has several
// meanings.

/** A description and an example (null: none); refinements by group, or by group and method. */
export type Entry = readonly [
  say: string,
  example?: unknown,
  places?: Readonly<Record<string, readonly [string, unknown?]>>,
];

export type EntryList = Readonly<Record<string, Entry>>;

/** A description for each name; `parent.name` if a name has another meaning there. */
export type AnswerList = Readonly<Record<string, string>>;

export interface Words {
  readonly say: string;
  /** Undefined if a single value is not helpful, as for an object. */
  readonly example: unknown;
}

/** The place of a name. */
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

  /** Returns the description of a parameter by its wire name. */
  parameter(place: PlaceOfUse, name: string): Words | undefined {
    return wordsOf(own(this.#parameters, name), place);
  }

  /** Returns the description of a top-level member of a body. */
  member(place: PlaceOfUse, name: string): Words | undefined {
    return wordsOf(own(this.#members, name), place);
  }

  /** Returns the description of a nested member: that of exactly this parent, else the general one. */
  inner(parent: string, name: string): Words | undefined {
    return wordsOf(own(this.#members, `${parent}.${name}`) ?? own(this.#members, name));
  }

  /** Returns the description of a member of an answer. */
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
