// The syntax tree of a file, and queries on it.
import { type ParserPlugin, parse } from '@babel/parser';

export interface Node {
  type: string;
  start: number;
  end: number;
  loc: { start: { line: number } };
  [member: string]: unknown;
}

/** A node with its ancestors, the innermost first. */
export interface Found {
  node: Node;
  parents: readonly Node[];
  /** The member of its parent that holds it. */
  key: string;
}

/** Parses a file; throws if it is no JavaScript or TypeScript. */
export function readTree(source: string, file: string): Node {
  const plugins: ParserPlugin[] = /\.[mc]?tsx?$/.test(file) ? ['typescript'] : ['jsx'];
  if (file.endsWith('.tsx')) plugins.push('jsx');
  const tree = parse(source, {
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    plugins: [...plugins, 'decorators', 'importAttributes'],
  });
  return tree.program as unknown as Node;
}

/** Returns every node of a tree. */
export function everyNode(root: Node): Found[] {
  const found: Found[] = [];
  const visit = (node: Node, parents: readonly Node[], key: string): void => {
    found.push({ node, parents, key });
    const inside = [node, ...parents];
    for (const [name, value] of Object.entries(node)) {
      if (name === 'loc' || name === 'extra' || /Comments$/.test(name)) continue;
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
        if (isNode(child)) visit(child, inside, name);
    }
  };
  visit(root, [], '');
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Returns the name of an identifier, or of a text used as one. */
export function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return String(name ?? value ?? '');
}

/** Returns true if an identifier refers to a variable, a type or a value, and is no key, label or declaration. */
export function isReference({ node, parents, key }: Found): boolean {
  if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') return false;
  const [parent] = parents;
  if (!parent || /^(Import|Export)\w*Specifier$/.test(parent.type))
    return parent?.type === 'ExportSpecifier' && key === 'local';
  if (/MemberExpression$/.test(parent.type)) return key === 'object' || parent.computed === true;
  if (parent.type === 'TSQualifiedName') return key === 'left';
  if (/^(Object|Class)\w*(Property|Method)$/.test(parent.type)) return key !== 'key' || parent.computed === true;
  if (/^TS(Property|Method)Signature$/.test(parent.type)) return key !== 'key';
  return !/^(LabeledStatement|BreakStatement|ContinueStatement|JSXAttribute|TSEnumMember)$/.test(parent.type);
}

/** Returns true if a name is also bound by a parameter, a variable, a class or a type of the file. */
export function isBoundInside(name: string, nodes: readonly Found[]): boolean {
  return nodes.some(({ node, parents: [parent], key }) => {
    if (node.type !== 'Identifier' || nameOf(node) !== name || !parent) return false;
    if (key === 'params' || (key === 'param' && parent.type === 'CatchClause')) return true;
    if (key !== 'id' && !(key === 'value' && parent.type === 'ObjectProperty')) return false;
    return parent.type !== 'ObjectProperty' || isPattern(parent, nodes);
  });
}

function isPattern(property: Node, nodes: readonly Found[]): boolean {
  return nodes.some(({ node, parents: [parent] }) => node === property && parent?.type === 'ObjectPattern');
}
