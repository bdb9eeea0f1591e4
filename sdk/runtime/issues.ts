// Issues found by validating a value, and their display.

/** One thing wrong with a value. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly code: 'type' | 'enum' | 'required' | 'unknown' | 'union' | 'json' | 'value';
  readonly message: string;
  readonly want?: string;
  readonly got?: unknown;
  readonly allowed?: readonly unknown[];
  readonly branches?: readonly (readonly Issue[])[];
}

/** Returns the type name of a value for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'Date';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return typeof value;
}

/** Formats a path as `<root>.files[0].name`. */
export function showPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, key) => text + (typeof key === 'number' ? `[${key}]` : `.${key}`), '<root>');
}

/** Formats issues as a box, with unions as nested boxes. */
export function pretty(title: string, issues: readonly Issue[]): string {
  return [title, ...box(issues)].join('\n');
}

function box(issues: readonly Issue[]): string[] {
  const lines = [`┌ ${issues.length} issue${issues.length === 1 ? '' : 's'} found:`];
  for (const found of issues) {
    lines.push(`│ • [${showPath(found.path)}]: ${found.message} (${found.code})`);
    if (found.want) lines.push(`│     Want: ${found.want}`);
    if (found.allowed) lines.push(`│     Allowed: ${found.allowed.map((value) => JSON.stringify(value)).join(', ')}`);
    if (found.want || found.allowed) lines.push(`│     Got: ${show(found.got)}`);
    for (const branch of found.branches ?? []) lines.push(...box(branch).map((line) => `│   ${line}`));
  }
  return [...lines, '└─*'];
}

function show(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : kindOf(value);
}
