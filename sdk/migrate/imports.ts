// Import declarations of the other package: parsed, and rewritten for this one.
import type { Edits } from './edits.ts';
import { coreNames, isTheirs, moduleHere, to } from './names.ts';
import { type Found, type Node, nameOf } from './syntax.ts';

/** One imported name. */
export interface Binding {
  node: Node;
  declaration: Node;
  imported: string;
  local: string;
  /** `import type` or `import { type … }`. */
  type: boolean;
}

export function importsOf(nodes: readonly Found[]): { declarations: Node[]; bindings: Binding[] } {
  const declarations = nodes
    .map(({ node }) => node)
    .filter((node) => node.type === 'ImportDeclaration' && isTheirs(nameOf(node.source)));
  const bindings = declarations.flatMap((declaration) =>
    (declaration.specifiers as Node[])
      .filter(({ type }) => type === 'ImportSpecifier')
      .map((node) => ({
        node,
        declaration,
        imported: nameOf(node.imported),
        local: nameOf(node.local),
        type: declaration.importKind === 'type' || node.importKind === 'type',
      })),
  );
  return { declarations, bindings };
}

/** Rewrites the declarations; those of the same module become one, at the position of the first. */
export function rewriteImports(
  source: string,
  declarations: readonly Node[],
  bindings: readonly Binding[],
  edits: Edits,
): void {
  const groups = new Map<string, Node[]>();
  for (const declaration of declarations) {
    const own = declaration.specifiers as Node[];
    if (!own.length || own.some(({ type }) => type !== 'ImportSpecifier')) continue;
    const path = placeOf(declaration, declarations, bindings);
    groups.set(path, [...(groups.get(path) ?? []), declaration]);
  }
  for (const [path, [first, ...others]] of groups) {
    const own = bindings.filter(({ declaration }) => declaration === first || others.includes(declaration));
    edits.replace(first!.start, first!.end, written(source, first!, path, own));
    for (const other of others) {
      const line = source.slice(other.end).match(/^[ \t]*\r?\n/)?.[0].length ?? 0;
      edits.replace(other.start, other.end + line, '');
    }
  }
}

// A file that imports only the core, for bundle size, gets errors and helpers from there too.
function placeOf(declaration: Node, all: readonly Node[], bindings: readonly Binding[]): string {
  const { path } = moduleHere(nameOf(declaration.source));
  if (path !== to || !all.some(({ source }) => moduleHere(nameOf(source)).path === core)) return path;
  const own = bindings.filter((binding) => binding.declaration === declaration);
  return own.every(({ imported }) => coreNames.has(imported)) ? core : path;
}

const core = `${to}/core.js`;

function written(source: string, first: Node, path: string, bindings: readonly Binding[]): string {
  const text = source.slice(first.start, first.end);
  const quote = text.includes("'") ? "'" : '"';
  const end = text.endsWith(';') ? ';' : '';
  const all = bindings.every(({ type }) => type);
  const names = new Map<string, string>();
  for (const { imported, local, type } of bindings) {
    if (names.has(local) && type) continue;
    const kind = !all && type ? 'type ' : '';
    names.set(local, `${kind}${imported === local ? imported : `${imported} as ${local}`}`);
  }
  const list = [...names.values()];
  const inside = list.join(', ').length > 90 ? `\n  ${list.join(',\n  ')},\n` : ` ${list.join(', ')} `;
  return `import ${all ? 'type ' : ''}{${inside}} from ${quote}${path}${quote}${end}`;
}
