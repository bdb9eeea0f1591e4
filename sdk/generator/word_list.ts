// Words for parameters and members of bodies: looked up by name, and by place where a name means different things.

/** A sentence and an example (null: none); refinements by group, or by group and method. */
export type Entry = readonly [
  say: string,
  example?: unknown,
  places?: Readonly<Record<string, readonly [string, unknown?]>>,
];

export type EntryList = Readonly<Record<string, Entry>>;

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

  constructor(parameters: EntryList, members: EntryList) {
    this.#parameters = parameters;
    this.#members = members;
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
}

function own(list: EntryList, name: string): Entry | undefined {
  return Object.hasOwn(list, name) ? list[name] : undefined;
}

function wordsOf(entry: Entry | undefined, place?: PlaceOfUse): Words | undefined {
  if (!entry) return undefined;
  const group = place?.group ?? 'client';
  const [say, example] = (place && (entry[2]?.[`${group}.${place.name}`] ?? entry[2]?.[group])) ?? entry;
  return { say, example: example ?? undefined };
}
