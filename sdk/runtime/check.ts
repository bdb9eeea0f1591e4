// Checks a value against its plan and records issues.
import { type Issue, kindOf } from './issues.ts';
import { dates, flattened, kindBit } from './plan.ts';
import { isBytes, type Plan, type Trial, typesOf } from './schema.ts';
import { isTime } from './time.ts';

export function newTrial(input: boolean, exact = false, path: (string | number)[] = []): Trial {
  return { input, exact, path, depth: path.length, issues: [], hits: 0, tags: 0, faults: 0, wrong: 0, refused: false };
}

/** Records in `trial` the deviations of `value` from the plan. */
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
  if (plan.choice) plan.choice.check(value, kind, trial);
  else if (kind === 16) {
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

function members(plan: Plan, given: Record<string, unknown>, trial: Trial): void {
  const value = flattened(plan, given);
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

function refuse(trial: Trial, want: string, value: unknown): void {
  trial.faults++;
  trial.wrong++;
  if (trial.path.length === trial.depth) trial.refused = true;
  issue(trial, { code: 'type', message: 'has the wrong type', want, got: kindOf(value) });
}

/** Records one issue of the current value of a trial, or of a member of it. */
export function issue(trial: Trial, found: Omit<Issue, 'path'>, ...member: string[]): void {
  trial.issues.push({ path: [...trial.path, ...member], ...found });
}
