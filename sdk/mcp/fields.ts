// Selects the requested fields of an answer; lists are transparent in paths.

interface Tree {
  [name: string]: Tree;
}

export interface Picked {
  value: unknown;
  /** Fields that occur nowhere in the answer. */
  missing: string[];
}

/** Keeps only these fields. Each is a path such as `projects.name`; it may start below the only list of an answer. */
export function pick(value: unknown, fields: readonly string[]): Picked {
  const paths = fields.map((field) => rooted(value, field.split('.')));
  const tree: Tree = {};
  for (const path of paths) {
    let here = tree;
    for (const name of path) {
      here[name] ??= {};
      here = here[name];
    }
  }
  return { value: prune(value, tree), missing: fields.filter((_field, at) => !has(value, paths[at]!)) };
}

// `name` means `projects.name` if the answer itself has no `name` and exactly one list.
function rooted(value: unknown, path: string[]): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || path[0]! in value) return path;
  const lists = Object.entries(value).filter(([, member]) => Array.isArray(member));
  return lists.length === 1 ? [lists[0]![0], ...path] : path;
}

function prune(value: unknown, tree: Tree): unknown {
  if (!Object.keys(tree).length) return value;
  if (Array.isArray(value)) return value.map((entry) => prune(entry, tree));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => Object.hasOwn(tree, name));
  return Object.fromEntries(members.map(([name, member]) => [name, prune(member, tree[name]!)]));
}

// An empty list does not reveal the members of its entries.
function has(value: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.length === 0 || value.some((entry) => has(entry, path));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
  return has((value as Record<string, unknown>)[name], rest);
}
