// Gives a value the other side's spelling: keys renamed, dates turned. What needs neither is handed on as it is.
import type { Plan } from './plan.ts';
import { isTime, timeOf } from './time.ts';

export function turn(plan: Plan, value: unknown): unknown {
  if (plan.same || value === null || value === undefined) return value;
  if (plan.choice) return turn(plan.choice.branchOf(value as object), value);
  if (plan.schema.format === 'date-time') return turnDate(plan, value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return plan.items ? value.map((item) => turn(plan.items!, item)) : value;
  const { members, rest } = plan;
  if (!members && !rest) return value;
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const sub = (value as Record<string, unknown>)[key];
    if (sub === undefined) continue;
    const member = members?.get(key);
    const name = member ? (plan.input ? member.wire : member.as) : key;
    const inner = member?.plan ?? rest;
    assign(out, name, inner ? turn(inner, sub) : sub);
  }
  return out;
}

function turnDate({ input }: Plan, value: unknown): unknown {
  if (input) return value instanceof Date ? value.toISOString() : value;
  return typeof value === 'string' && isTime(value) ? new Date(timeOf(value)) : value;
}

// `__proto__` is an ordinary key in JSON; a plain assignment would swap the object's prototype.
function assign(out: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true });
  else out[key] = value;
}

/** The same for a whole argument object, which also gets the defaults of parameters; members of a body are never invented. */
export function turnArguments(plan: Plan, value: unknown): Record<string, unknown> {
  const out = { ...(turn(plan, value) as Record<string, unknown>) };
  for (const key of Object.keys(out)) if (out[key] === undefined) delete out[key];
  for (const [wire, rule] of Object.entries(plan.schema.properties ?? {}))
    if (out[wire] === undefined && rule.default !== undefined) out[wire] = rule.default;
  return out;
}
