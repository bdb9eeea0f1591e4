// Limits the size of an answer: selected fields only, and a maximum number of characters.

/** A truncated part of an answer. */
export interface Cut {
  /** Path such as `projects` or `projects.0.name`; empty for the answer itself. */
  path: string;
  shown: number;
  of: number;
  /** Unit of the counts: entries of a list, characters of a text, or members of an object. */
  unit: 'entries' | 'characters' | 'members';
}

export interface Bounded {
  value: unknown;
  cuts: Cut[];
}

const lengthOf = (value: unknown) => JSON.stringify(value)?.length ?? 0;

/** Returns the value as JSON represents it: dates become texts, undefined members are dropped. */
export function plain(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns the answer with at most `most` characters of JSON, and the list of cuts. */
export function bound(value: unknown, most: number): Bounded {
  const whole = plain(value);
  if (lengthOf(whole) <= most) return { value: whole, cuts: [] };
  // The overhead around a part is not known in advance, so the budget shrinks until the result fits.
  for (let budget = most; budget >= 2; budget = Math.floor(budget * 0.9)) {
    const cuts: Cut[] = [];
    const short = fit(whole, budget, [], cuts);
    if (lengthOf(short) <= most) return { value: short, cuts };
  }
  return { value: null, cuts: [{ path: '', shown: 0, of: lengthOf(whole), unit: 'characters' }] };
}

function fit(value: unknown, budget: number, path: readonly string[], cuts: Cut[]): unknown {
  if (lengthOf(value) <= budget) return value;
  if (typeof value === 'string') {
    const end = Math.max(0, Math.min(value.length, budget - 3));
    cuts.push({ path: path.join('.'), shown: end, of: value.length, unit: 'characters' });
    return `${value.slice(0, end)}…`;
  }
  if (Array.isArray(value)) return fitList(value, budget, path, cuts);
  if (typeof value === 'object' && value !== null) return fitObject(value, budget, path, cuts);
  return null;
}

// As many whole entries as fit; if not even the first one does, a part of it.
function fitList(list: readonly unknown[], budget: number, path: readonly string[], cuts: Cut[]): unknown[] {
  const kept: unknown[] = [];
  let room = budget - 2;
  for (const entry of list) {
    const length = lengthOf(entry) + 1;
    if (length > room) break;
    kept.push(entry);
    room -= length;
  }
  if (!kept.length && room > 20) kept.push(fit(list[0], room, [...path, '0'], cuts));
  cuts.push({ path: path.join('.'), shown: kept.length, of: list.length, unit: 'entries' });
  return kept;
}

// Small members stay complete, the large ones share the rest.
function fitObject(value: object, budget: number, path: readonly string[], cuts: Cut[]): Record<string, unknown> {
  const members = Object.entries(value).map(([key, member]) => ({
    key,
    member: member as unknown,
    frame: lengthOf(key) + 2,
    length: lengthOf(member),
  }));
  const kept = new Map<string, unknown>();
  let room = budget - 2;
  let left = members.length;
  for (const { key, member, frame, length } of [...members].sort((a, b) => a.length + a.frame - b.length - b.frame)) {
    const share = Math.floor(room / left) - frame;
    left--;
    if (share < Math.min(length, 10)) continue;
    const part = fit(member, share, [...path, key], cuts);
    kept.set(key, part);
    room -= frame + lengthOf(part);
  }
  if (kept.size < members.length)
    cuts.push({ path: path.join('.'), shown: kept.size, of: members.length, unit: 'members' });
  return Object.fromEntries(members.filter(({ key }) => kept.has(key)).map(({ key }) => [key, kept.get(key)]));
}

/** Describes the cuts, one sentence each, up to a limit. */
export function cutNote(cuts: readonly Cut[], most: number): string {
  const lines = cuts
    .slice(0, 3)
    .map(({ path, shown, of, unit }) => `${path || 'the answer'}: ${shown} of ${of} ${unit}`);
  const more = cuts.length > 3 ? `, and ${cuts.length - 3} more` : '';
  return `Cut to ${most} characters (${lines.join(', ')}${more}). Name fields, ask for less at once, or raise maxChars.`;
}
