// Differences between two schemas, by the path of each member; union branches are merged.
import type { Node, Ref } from '../generator/node.ts';

type Named = Readonly<Record<string, Node>>;

/** The combined facts of all forms of one member. */
type Facts = Map<string, Set<string>>;

const plain = [
  ...(['format', 'default', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const),
  ...(['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minProperties'] as const),
  ...(['maxProperties', 'uniqueItems', 'pattern', 'deprecated'] as const),
];

/** Returns one line per difference. */
export function differences([was, oldNamed]: [Ref, Named], [is, newNamed]: [Ref, Named]): string[] {
  const text = JSON.stringify(was);
  // Equal texts without a recursive schema are equal schemas.
  if (text === JSON.stringify(is) && !Object.keys(newNamed).some((name) => text.includes(`"${name}"`))) return [];
  const before = members(was, oldNamed);
  const after = members(is, newNamed);
  const lines: string[] = [];
  for (const path of topmost(before, after)) lines.push(`− ${path}`);
  for (const path of topmost(after, before))
    lines.push(`+ ${path}${after.get(path)?.get('presence')?.has('required') ? ', required' : ''}`);
  for (const [path, facts] of after) {
    const old = before.get(path);
    if (old) lines.push(...compare(old, facts).map((line) => (path ? `${path}: ${line}` : line)));
  }
  if (lines.length || canonical(was, oldNamed) === canonical(is, newNamed)) return lines;
  return ['its members stand in another form (unions, or which are required together)'];
}

function compare(was: Facts, is: Facts): string[] {
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key) ?? new Set<string>(), is.get(key) ?? new Set<string>()];
    const more = [...now].filter((value) => !old.has(value));
    const less = [...old].filter((value) => !now.has(value));
    if (!more.length && !less.length) return [];
    const change = [...more.map((value) => `+${value}`), ...less.map((value) => `−${value}`)].join(' ');
    return [`${key} ${change}`];
  });
}

// A new member includes everything in it, so only the outermost is reported.
function topmost(of: ReadonlyMap<string, Facts>, without: ReadonlyMap<string, Facts>): string[] {
  const paths = [...of.keys()].filter((path) => !without.has(path));
  return paths.filter((path) => !paths.some((other) => other !== path && isInside(path, other)));
}

function isInside(path: string, outer: string): boolean {
  return path.startsWith(outer) && /^(\.|\[)/.test(path.slice(outer.length));
}

/** Returns every member by its path; `[]` is an element of a list, `*` a member of a map. */
function members(ref: Ref, named: Named): Map<string, Facts> {
  const found = new Map<string, Facts>();
  const note = (path: string, key: string, value: unknown) => {
    const facts = found.get(path) ?? new Map<string, Set<string>>();
    found.set(
      path,
      facts.set(key, (facts.get(key) ?? new Set()).add(typeof value === 'string' ? value : JSON.stringify(value))),
    );
  };
  const walk = (given: Ref, path: string, open: readonly string[]): void => {
    if (typeof given === 'string' && open.includes(given)) {
      note(path, 'type', `again ${given}`);
      return;
    }
    const within = typeof given === 'string' ? [...open, given] : open;
    const node = typeof given === 'string' ? named[given] : (given as Node);
    if (!node) throw new Error(`there is no schema named ${String(given)}`);
    const types = [node.type ?? (node.properties ? 'object' : [])].flat();
    if (!found.has(path)) found.set(path, new Map());
    for (const type of types) note(path, 'type', type);
    for (const value of node.enum ?? []) note(path, 'values', value);
    for (const key of plain) if (key in node) note(path, key, (node as Record<string, unknown>)[key]);
    for (const [name, sub] of Object.entries(node.properties ?? {})) {
      const inner = path ? `${path}.${name}` : name;
      note(inner, 'presence', node.required?.includes(name) ? 'required' : 'optional');
      walk(sub, inner, within);
    }
    for (const [at, item] of (node.prefixItems ?? []).entries()) walk(item, `${path}[${at}]`, within);
    for (const [pattern, sub] of Object.entries(node.patternProperties ?? {})) {
      const inner = path ? `${path}./${pattern}/` : `/${pattern}/`;
      // Recorded for the member, so that an added or removed pattern is reported even if its values have no facts.
      note(inner, 'presence', 'optional');
      walk(sub, inner, within);
    }
    if (node.items !== undefined) walk(node.items, `${path}[]`, within);
    const { additionalProperties: more } = node;
    if (typeof more === 'boolean') note(path, 'further members', more);
    else if (more !== undefined) walk(more, path ? `${path}.*` : '*', within);
    for (const branch of [...(node.oneOf ?? []), ...(node.anyOf ?? []), ...(node.allOf ?? [])])
      walk(branch, path, within);
  };
  walk(ref, '', []);
  return found;
}

// The order of members, values and branches is irrelevant. Texts of inner schemas are inserted unquoted: quoted at each
// level, deep ones would be mostly backslashes.
function canonical(ref: Ref, named: Named, open: readonly string[] = []): string {
  if (typeof ref === 'string' && open.includes(ref)) return JSON.stringify(ref);
  const within = typeof ref === 'string' ? [...open, ref] : open;
  const node = (typeof ref === 'string' ? named[ref] : ref) as Node;
  const nest = (inner: Ref) => canonical(inner, named, within);
  const textOf = (key: string, value: unknown): string => {
    if (key === 'properties' || key === 'patternProperties')
      return listed(
        Object.entries(value as Record<string, Ref>)
          .map(([name, sub]) => `${JSON.stringify(name)}:${nest(sub)}`)
          .sort(),
      );
    if (key === 'items' || (key === 'additionalProperties' && typeof value !== 'boolean')) return nest(value as Ref);
    if (key === 'prefixItems') return listed((value as Ref[]).map(nest));
    if (/Of$/.test(key) && key !== 'multipleOf') return listed((value as Ref[]).map(nest).sort());
    return Array.isArray(value) ? listed(value.map((item) => JSON.stringify(item)).sort()) : JSON.stringify(value);
  };
  const entries = Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, value]) => `${key}:${textOf(key, value)}`).join()}}`;
}

const listed = (texts: readonly string[]): string => `[${texts.join()}]`;
