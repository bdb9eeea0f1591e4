// Holds a value to its plan: notes what is wrong, and which branch of a union it is.
import { type Issue, kindOf } from './issues.ts';
import { dates, kindBit, type Plan } from './plan.ts';
import { isBytes, typesOf } from './schema.ts';

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
  const found = { issues: [], hits: 0, tags: 0, faults: 0, wrong: 0, refused: false };
  return { input, exact, path, depth: path.length, ...found };
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
  if (plan.union) union(plan, value, kind, trial);
  else if (kind === 16) {
    const { items } = plan;
    if (items)
      for (let at = 0; at < (value as unknown[]).length; at++) inside(items, (value as unknown[])[at], at, trial);
  } else if (kind === 32) members(plan, value as Record<string, unknown>, trial);
  else if (kind === 8 && !trial.input && schema.format === 'date-time' && !isTime(value as string)) {
    refuse(trial, 'date-time', value);
  }
}

// Date itself reads "soon 5" as a day in May, and a time without an offset by this machine's clock.
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** Tells a whole time with its offset. */
export function isTime(value: string): boolean {
  return dateTime.test(value) && !Number.isNaN(Date.parse(value));
}

function inside(plan: Plan, value: unknown, key: string | number, trial: Trial): void {
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
  const found = choose(plan, value, kind, trial);
  const { best } = found;
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
const chosen = new WeakMap<object, readonly [plan: Plan, branch: Plan]>();

/** The branch of a union that a value is read as. */
export function branchOf(plan: Plan, value: object): Plan {
  const known = chosen.get(value);
  return known?.[0] === plan ? known[1] : choose(plan, value, kindBit(value), newTrial(plan.input)).branch;
}

/** The branch that a value is most likely meant as, with what its reading found. */
function choose(plan: Plan, value: unknown, kind: number, trial: Trial): { branch: Plan; best: Trial } {
  const told = kind === 32 ? plan.tag?.branches.get((value as Record<string, unknown>)[plan.tag.key]) : undefined;
  if (told) {
    chosen.set(value as object, [plan, told]);
    return { branch: told, best: attempt(told, value, trial) };
  }
  const fits = plan.branches.filter(({ kinds }) => !kinds || kinds & kind);
  const likely = kind === 32 && fits.length > 1 ? likeliest(fits, value as Record<string, unknown>) : fits;
  const tried = (list: readonly Plan[]) => {
    let found: { branch: Plan; best: Trial } | undefined;
    for (const branch of list) {
      const next = attempt(branch, value, trial);
      if (!found || better(next, found.best)) found = { branch, best: next };
      if (!next.issues.length) break;
    }
    return found;
  };
  const first = tried(likely);
  const found = first && (likely.length === plan.branches.length || !first.best.faults) ? first : tried(plan.branches)!;
  if (typeof value === 'object' && value !== null) chosen.set(value, [plan, found.branch]);
  return found;
}

// Looked at from outside: literals first, then nothing missing and nothing of another kind, then known members.
function likeliest(branches: readonly Plan[], value: Record<string, unknown>): readonly Plan[] {
  let most: number[] = [];
  let found: Plan[] = [];
  for (const branch of branches) {
    const known = branch.members;
    if (!known) return branches;
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
    const at = score.findIndex((part, index) => part !== most[index]);
    if (!found.length || (at >= 0 && score[at]! > most[at]!)) [most, found] = [score, [branch]];
    else if (at < 0) found.push(branch);
  }
  return found;
}

// A discriminating literal decides, then freedom from faults, then how many members are known. Nothing is ever dropped.
function better(a: Trial, b: Trial): boolean {
  const score = ({ refused, tags, faults, hits }: Trial) => [
    refused ? 0 : 1,
    tags > 0 ? 1 : 0,
    faults ? 0 : 1,
    tags,
    hits,
  ];
  const right = score(b);
  for (const [at, left] of score(a).entries()) if (left !== right[at]) return left > right[at]!;
  return a.faults < b.faults;
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
