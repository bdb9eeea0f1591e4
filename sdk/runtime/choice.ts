// Selects the shape of a value among several. Only schemas with unions import this file.
import { check, issue, newTrial } from './check.ts';
import { type Issue, kindOf } from './issues.ts';
import { kindBit, planOf } from './plan.ts';
import { type Choice, type Member, type Plan, requiredOf, type Schema, type Trial } from './schema.ts';

interface Tag {
  readonly key: string;
  readonly branches: ReadonlyMap<unknown, Plan>;
}

/** A branch, with the result of checking a value against it. */
interface Found {
  branch: Plan;
  best: Trial;
}

/**
 * Object shapes as a tree: the name of a member, its type, its value if that distinguishes branches, the next member's
 * name.
 */
interface Shape extends Map<unknown, Shape> {
  found?: readonly Plan[];
}

/** The branch that an object was read as, so that renaming need not select it again. */
const chosen = new WeakMap<object, Plan>();

let shapes = new WeakMap<Choice, Shape>();
let room = 10_000;

/** The branches of one plan. Data for selecting one is computed when first needed. */
class Branches implements Choice {
  readonly #plan: Plan;
  #branches: readonly Plan[] | undefined;
  #tag: Tag | undefined | null = null;
  #easy: number | undefined;
  #marks: ReadonlySet<string> | undefined;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  get branches(): readonly Plan[] {
    if (this.#branches) return this.#branches;
    const { schema, input } = this.#plan;
    const { oneOf, anyOf, allOf: _all, by: _by, ...own } = schema;
    // A branch that only adds rules ("needs domain or projectScope") is merged with the members around it.
    this.#branches = (oneOf ?? anyOf ?? []).flatMap((branch) => {
      const plan = planOf(own.properties || own.type ? merged(own, branch) : branch, input);
      return plan.choice && !plan.schema.properties && !plan.schema.type ? plan.choice.branches : [plan];
    });
    return this.#branches;
  }

  check(value: unknown, kind: number, trial: Trial): void {
    // A branch that accepts every value of this type matches without issues.
    this.#easy ??= this.branches.reduce((kinds, { plain }) => kinds | plain, 0);
    if (this.#easy & kind) return;
    const { best } = this.#choose(value, kind, trial);
    trial.hits += best.hits;
    trial.faults += best.faults;
    trial.wrong += best.wrong;
    trial.refused ||= best.refused && trial.depth === trial.path.length;
    const fails = trial.input ? best.faults : best.wrong;
    if (fails && best.tags <= 0 && this.branches.length > 1) {
      const lost = this.branches.map((branch) => attempt(branch, value, trial).issues);
      const message = 'matches none of the allowed shapes';
      issue(trial, { code: 'union', message, branches: lost, got: kindOf(value) });
    } else trial.issues.push(...(trial.exact || trial.input ? best.issues : best.issues.filter(isFault)));
  }

  branchOf(value: object): Plan {
    const known = chosen.get(value);
    // An object may have been read as part of another union as well.
    return known && this.branches.includes(known)
      ? known
      : this.#choose(value, kindBit(value), newTrial(this.#plan.input)).branch;
  }

  /** Returns the most likely branch of a value, with the result of its check. */
  #choose(value: unknown, kind: number, trial: Trial): Found {
    const object = kind === 32 ? (value as Record<string, unknown>) : undefined;
    if (this.#tag === null) this.#tag = tagOf(this.branches);
    const told = object && this.#tag?.branches.get(object[this.#tag.key]);
    const found = tried(told ? [told] : object ? this.#likely(object) : this.#fitting(kind), value, trial);
    const choice = found && (told || !found.best.faults) ? found : tried(this.branches, value, trial)!;
    if (kind & 48 && !this.#plan.same) chosen.set(value as object, choice.branch);
    return choice;
  }

  #fitting(kind: number): readonly Plan[] {
    return this.branches.filter(({ kinds }) => !kinds || kinds & kind);
  }

  // There may be hundreds of branches. Objects with the same member names and types are treated alike.
  #likely(value: Record<string, unknown>): readonly Plan[] {
    this.#marks ??= new Set(this.branches.flatMap(({ members }) => marked(members)));
    const keys = Object.keys(value);
    let shape = step(shapes, this);
    for (const key of keys) {
      const sub = value[key];
      if (sub === undefined) continue;
      const kind = kindBit(sub);
      shape = step(step(shape, key), kind);
      if (kind < 16 && this.#marks.has(key)) shape = step(shape, sub);
    }
    if (shape.found) return shape.found;
    const fits = this.#fitting(32);
    shape.found = fits.length > 1 ? likeliest(fits, value) : fits;
    // Names come from answers: without a limit, maps with changing keys would grow the tree for ever.
    room -= keys.length;
    if (room < 0) {
      shapes = new WeakMap();
      room = 10_000;
    }
    return shape.found;
  }
}

/** Creates the selection among the shapes of a plan. */
export const choice = (plan: Plan): Choice => new Branches(plan);

// Unknown members are recorded in any case: a branch that knows all of a value ends the search.
function attempt(branch: Plan, value: unknown, { input, path }: Trial): Trial {
  const next = newTrial(input, true, path);
  check(branch, value, next);
  return next;
}

const isFault = ({ code }: Issue) => code !== 'unknown' && code !== 'enum';

function tried(branches: readonly Plan[], value: unknown, trial: Trial): Found | undefined {
  let found: Found | undefined;
  for (const branch of branches) {
    const best = attempt(branch, value, trial);
    if (!found || better(best, found.best)) found = { branch, best };
    if (!best.issues.length) break;
  }
  return found;
}

function step<Key>(from: { get(key: Key): Shape | undefined; set(key: Key, next: Shape): unknown }, key: Key): Shape {
  let next = from.get(key);
  if (!next) {
    next = new Map();
    from.set(key, next);
  }
  return next;
}

// Ranks branches without checking them: matching literals first, then no missing member and no other type, then known
// members.
function likeliest(branches: readonly Plan[], value: Record<string, unknown>): readonly Plan[] {
  let most: number[] = [];
  let found: Plan[] = [];
  for (const branch of branches) {
    const known = branch.members;
    if (!known) continue;
    let [tags, hits, faults] = [0, 0, 0];
    for (const key of Object.keys(value)) {
      const member = known.get(key);
      if (!member || value[key] === undefined) continue;
      hits++;
      if (member.literal !== undefined) tags += member.literal === value[key] ? 1 : -1;
      if (member.plan.kinds && !(member.plan.kinds & kindBit(value[key]))) faults++;
    }
    for (const wire of branch.required) {
      if (value[wire] === undefined && value[known.get(wire)?.as ?? wire] === undefined) faults++;
    }
    const score = [tags > 0 ? 1 : 0, faults ? 0 : 1, tags, hits, -faults];
    const more = compared(score, most);
    if (more > 0 || !found.length) [most, found] = [score, [branch]];
    else if (!more) found.push(branch);
  }
  // A branch without members can only be ranked by checking it: it comes before those that lack a member, in its order.
  const free = (branch: Plan) => !branch.members;
  return most[0] || most[1]
    ? branches.filter((branch) => free(branch) || found.includes(branch))
    : [...branches.filter(free), ...found];
}

// A discriminating literal decides, then the number of faults, then the number of known members. No data is ever
// dropped.
function better(a: Trial, b: Trial): boolean {
  const score = ({ refused, tags, faults, hits }: Trial) => [
    refused ? 0 : 1,
    tags > 0 ? 1 : 0,
    faults ? 0 : 1,
    tags,
    hits,
    -faults,
  ];
  return compared(score(a), score(b)) > 0;
}

// The first difference between the two lists decides.
function compared(a: readonly number[], b: readonly number[]): number {
  for (const [at, left] of a.entries()) if (left !== b[at]) return left - b[at]!;
  return 0;
}

function marked(members: ReadonlyMap<string, Member> | undefined): string[] {
  return [...(members ?? [])].flatMap(([key, { literal }]) => (literal === undefined ? [] : key));
}

function tagOf(plans: readonly Plan[]): Tag | undefined {
  for (const key of plans[0]?.members?.keys() ?? []) {
    const branches = new Map<unknown, Plan>();
    const apart = plans.every((plan) => {
      const values = plan.required.includes(key) && plan.members?.get(key)?.plan.values;
      return values && [...values].every((value) => !branches.has(value) && branches.set(value, plan));
    });
    if (apart) return { key, branches };
  }
  return undefined;
}

function merged(own: Schema, given: Schema): Schema {
  const branch = given.lazy ? given.lazy() : given;
  const both = own.properties || branch.properties;
  return {
    ...own,
    ...branch,
    ...(both ? { properties: { ...own.properties, ...branch.properties } } : undefined),
    optional: undefined,
    required: [...requiredOf(own), ...requiredOf(branch)],
  };
}
