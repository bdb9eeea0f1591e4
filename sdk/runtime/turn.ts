// Converts a value to the other side's spelling: renames keys, converts dates. A value that needs neither is returned
// unchanged.
import { flattened, kindsOf } from './plan.ts';
import type { Plan } from './schema.ts';
import { isTime, timeOf } from './time.ts';

/** `mend` also converts numeric texts if only a number is expected. */
export function turn(plan: Plan, value: unknown, mend = false): unknown {
  if ((plan.same && !mend) || value === null || value === undefined) return value;
  if (mend && typeof value === 'string' && (kindsOf(plan) & 12) === 4) return numberOf(value);
  if (plan.choice) return turn(plan.choice.branchOf(value as object), value, mend);
  if (plan.schema.format === 'date-time') return turnDate(plan, value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return plan.items ? value.map((item) => turn(plan.items!, item, mend)) : value;
  const { members, rest } = plan;
  if (!members && !rest) return value;
  const out: Record<string, unknown> = {};
  const all = flattened(plan, value as Record<string, unknown>);
  for (const key of Object.keys(all)) {
    const sub = all[key];
    if (sub === undefined) continue;
    const member = members?.get(key);
    const name = member ? (plan.input ? member.wire : member.as) : key;
    const inner = member?.plan ?? rest;
    assign(out, name, inner ? turn(inner, sub, mend) : sub);
  }
  return out;
}

// A text with more digits than a number can hold stays a text.
function numberOf(text: string): number | string {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : text;
}

function turnDate({ input }: Plan, value: unknown): unknown {
  if (input) return value instanceof Date ? value.toISOString() : value;
  return typeof value === 'string' && isTime(value) ? new Date(timeOf(value)) : value;
}

// `__proto__` is an ordinary key in JSON; a plain assignment would replace the object's prototype.
function assign(out: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true });
  else out[key] = value;
}

/**
 * The same for a whole argument object, which also gets the defaults of parameters. Members of a body get no defaults.
 */
export function turnArguments(plan: Plan, value: unknown): Record<string, unknown> {
  const out = { ...(turn(plan, value) as Record<string, unknown>) };
  for (const key of Object.keys(out)) if (out[key] === undefined) delete out[key];
  for (const [wire, rule] of Object.entries(plan.schema.properties ?? {}))
    if (out[wire] === undefined && rule.default !== undefined) out[wire] = rule.default;
  return out;
}
