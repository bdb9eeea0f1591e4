// Holds a value to its plan: notes what is wrong, and which branch of a union it is.
import { type Issue, kindOf } from './issues.ts';
import { dates, kindBit, type Plan } from './plan.ts';
import { isBytes, typesOf } from './schema.ts';
import { isTime } from './time.ts';

/** What one reading of a value found; unions compare the trials of their branches. */
export interface Trial {
  readonly input: boolean;
  /** Members and values that nobody described are noted as well. */
  readonly exact: boolean;
  readonly path: (string | number)[];
  readonly depth: number;
  issues: Issue[];
  hits: number;
  tags: number;
  /** Missing members and wrong types. */
  faults: number;
  /** Wrong types. */
  wrong: number;
  /** The value itself has the wrong type. */
  refused: boolean;
}

export function newTrial(input: boolean, exact = false, path: (string | number)[] = []): Trial {
  return { input, exact, path, depth: path.length, issues: [], hits: 0, tags: 0, faults: 0, wrong: 0, refused: false };
}

/** Notes in `trial` what of `value` is not as planned. */
export function check(plan: Plan, value: unknown, trial: Trial): void {
  const { schema, kinds } = plan;
  if (schema.format === 'binary') {
    if (!isBytes(value)) refuse(trial, 'bytes (Blob, ArrayBuffer, typed array or ReadableStream)', value);
    return;
  }
  const kind = kindBit(value);
  if (kinds && (!(kinds & kind) || (kind === 4 && plan.whole && !Number.isInteger(value)))) {
    refuse(trial, typesOf(schema).join(' | '), value);
    return;
  }
  if (kind === dates) {
    if (kinds && Number.isNaN(+(value as Date))) refuse(trial, 'date-time', value);
    return;
  }
  if (plan.values && !plan.values.has(value)) {
    if (!trial.input) trial.hits--;
    else trial.faults++;
    const found = { message: 'is not one of the allowed values', allowed: schema.enum!, got: value };
    if (trial.input || trial.exact) issue(trial, { code: 'enum', ...found });
    return;
  }
  for (const part of plan.parts) check(part, value, trial);
  if (plan.union) {
    // A branch that takes every such value is right, and there is nothing to say about it.
    if (!(plan.easy & kind)) union(plan, value, kind, trial);
  } else if (kind === 16) {
    const { items } = plan;
    if (items)
      for (let at = 0; at < (value as unknown[]).length; at++) inside(items, (value as unknown[])[at], at, trial);
  } else if (kind === 32) members(plan, value as Record<string, unknown>, trial);
  else if (kind === 8 && !trial.input && schema.format === 'date-time' && !isTime(value as string)) {
    refuse(trial, 'date-time', value);
  }
}

function inside(plan: Plan, value: unknown, key: string | number, trial: Trial): void {
  if (plan.plain & kindBit(value)) return;
  trial.path.push(key);
  check(plan, value, trial);
  trial.path.pop();
}

function members(plan: Plan, value: Record<string, unknown>, trial: Trial): void {
  const known = plan.members;
  const outmost = trial.path.length === trial.depth;
  for (const key of Object.keys(value)) {
    const sub = value[key];
    if (sub === undefined) continue;
    const member = known?.get(key);
    if (member) {
      trial.hits++;
      if (outmost && member.literal !== undefined) trial.tags += member.literal === sub ? 1 : -1;
      inside(member.plan, sub, key, trial);
    } else if (plan.rest) inside(plan.rest, sub, key, trial);
    else if (trial.exact && !plan.open && !trial.input) {
      issue(trial, { code: 'unknown', message: 'is not in the description' }, key);
    }
  }
  for (const wire of plan.required) {
    const member = known?.get(wire);
    if (value[wire] !== undefined || (trial.input && member && value[member.as] !== undefined)) continue;
    trial.faults++;
    issue(trial, { code: 'required', message: 'is missing' }, (trial.input && member?.as) || wire);
  }
}

function union(plan: Plan, value: unknown, kind: number, trial: Trial): void {
  const { best } = choose(plan, value, kind, trial);
  trial.hits += best.hits;
  trial.faults += best.faults;
  trial.wrong += best.wrong;
  trial.refused ||= best.refused && trial.depth === trial.path.length;
  const fails = trial.input ? best.faults : best.wrong;
  if (fails && best.tags <= 0 && plan.branches.length > 1) {
    const lost = plan.branches.map((branch) => attempt(branch, value, trial).issues);
    issue(trial, { code: 'union', message: 'matches none of the allowed shapes', branches: lost, got: kindOf(value) });
  } else trial.issues.push(...(trial.exact || trial.input ? best.issues : best.issues.filter(isFault)));
}

// What nobody described is noted here in any case: a branch that knows all of a value needs no other beside it.
function attempt(branch: Plan, value: unknown, { input, path }: Trial): Trial {
  const next = newTrial(input, true, path);
  check(branch, value, next);
  return next;
}

const isFault = ({ code }: Issue) => code !== 'unknown' && code !== 'enum';

/** Which branch an object was read as last, so that turning it asks nobody again. */
const chosen = new WeakMap<object, Plan>();

/** The branch of a union that a value is read as. */
export function branchOf(plan: Plan, value: object): Plan {
  const known = chosen.get(value);
  // An object may have been read as part of another union as well.
  return known && plan.branches.includes(known)
    ? known
    : choose(plan, value, kindBit(value), newTrial(plan.input)).branch;
}

interface Choice {
  branch: Plan;
  best: Trial;
}

/** The branch that a value is most likely meant as, with what its reading found. */
function choose(plan: Plan, value: unknown, kind: number, trial: Trial): Choice {
  const told = kind === 32 ? plan.tag?.branches.get((value as Record<string, unknown>)[plan.tag.key]) : undefined;
  const object = kind === 32 && (value as Record<string, unknown>);
  const found = tried(told ? [told] : object ? likely(plan, object) : fitting(plan, kind), value, trial);
  const choice = found && (told || !found.best.faults) ? found : tried(plan.branches, value, trial)!;
  if (kind & 48 && !plan.same) chosen.set(value as object, choice.branch);
  return choice;
}

function tried(branches: readonly Plan[], value: unknown, trial: Trial): Choice | undefined {
  let found: Choice | undefined;
  for (const branch of branches) {
    const best = attempt(branch, value, trial);
    if (!found || better(best, found.best)) found = { branch, best };
    if (!best.issues.length) break;
  }
  return found;
}

function fitting({ branches }: Plan, kind: number): readonly Plan[] {
  return branches.filter(({ kinds }) => !kinds || kinds & kind);
}

/** Objects as a tree: the name of a member, its kind, its value where that tells branches apart, the next member's name. */
interface Shape extends Map<unknown, Shape> {
  found?: readonly Plan[];
}

let shapes = new WeakMap<Plan, Shape>();
let room = 10_000;

// Unions may have hundreds of branches. Objects with members of the same names and kinds are judged alike.
function likely(plan: Plan, value: Record<string, unknown>): readonly Plan[] {
  const { marks } = plan;
  const keys = Object.keys(value);
  let shape = step(shapes, plan);
  for (const key of keys) {
    const sub = value[key];
    if (sub === undefined) continue;
    const kind = kindBit(sub);
    shape = step(step(shape, key), kind);
    if (kind < 16 && marks.has(key)) shape = step(shape, sub);
  }
  if (shape.found) return shape.found;
  const fits = fitting(plan, 32);
  shape.found = fits.length > 1 ? likeliest(fits, value) : fits;
  // Names come from answers: without a bound, maps with changing keys would make trees that grow for ever.
  room -= keys.length;
  if (room < 0) {
    shapes = new WeakMap();
    room = 10_000;
  }
  return shape.found;
}

function step<Key>(from: { get(key: Key): Shape | undefined; set(key: Key, next: Shape): unknown }, key: Key): Shape {
  let next = from.get(key);
  if (!next) {
    next = new Map();
    from.set(key, next);
  }
  return next;
}

// Looked at from outside: literals first, then nothing missing and nothing of another kind, then known members.
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
  // What a branch without members takes shows when it is tried: before those that lack something, else in its order.
  const free = (branch: Plan) => !branch.members;
  return most[0] || most[1]
    ? branches.filter((branch) => free(branch) || found.includes(branch))
    : [...branches.filter(free), ...found];
}

// A discriminating literal decides, then freedom from faults, then how many members are known. Nothing is ever dropped.
function better(a: Trial, b: Trial): boolean {
  const score = ({ refused, tags, faults, hits }: Trial) => [
    ...[refused ? 0 : 1, tags > 0 ? 1 : 0, faults ? 0 : 1],
    ...[tags, hits, -faults],
  ];
  return compared(score(a), score(b)) > 0;
}

// The first place where two lists differ decides.
function compared(a: readonly number[], b: readonly number[]): number {
  for (const [at, left] of a.entries()) if (left !== b[at]) return left - b[at]!;
  return 0;
}

function refuse(trial: Trial, want: string, value: unknown): void {
  trial.faults++;
  trial.wrong++;
  if (trial.path.length === trial.depth) trial.refused = true;
  issue(trial, { code: 'type', message: 'has the wrong type', want, got: kindOf(value) });
}

function issue(trial: Trial, found: Omit<Issue, 'path'>, ...member: string[]): void {
  trial.issues.push({ path: [...trial.path, ...member], ...found });
}
