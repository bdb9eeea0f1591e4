// Migrates one file: imports, names and calls of the other package become those of this one. Cases that need a decision
// are reported, not guessed.
import { Edits } from './edits.ts';
import { type Binding, importsOf, rewriteImports } from './imports.ts';
import { errorCodes, from, isOnlyType, isTheirs, memberNames, moduleHere, nameHere, to } from './names.ts';
import { everyNode, type Found, isBoundInside, isReference, type Node, nameOf, readTree } from './syntax.ts';

/** A place that a person has to check. */
export interface Remark {
  line: number;
  text: string;
}

export interface Outcome {
  code: string;
  remarks: Remark[];
}

/** Returns the migrated file; undefined if it does not use the other package. */
export function transform(source: string, file: string): Outcome | undefined {
  if (!source.includes(from)) return undefined;
  const nodes = everyNode(readTree(source, file));
  const edits = new Edits();
  const remarks: Remark[] = [];
  const remark = (node: Node, text: string) => remarks.push({ line: node.loc.start.line, text });
  const { declarations, bindings } = importsOf(nodes);
  const typed = /\.[mc]?tsx?$/.test(file);
  for (const binding of bindings) useNewName(source, binding, nodes, edits, remark, typed);
  rewriteImports(source, declarations, bindings, edits);
  for (const found of nodes) {
    moveSpecifier(source, found, edits, remark);
    moveRequired(found, edits, remark);
    mayBeAbsent(source, found, edits);
    renameMember(found, edits);
    moveNamespaced(found, nodes, declarations, edits);
  }
  const code = edits.apply(source);
  return code === source && !remarks.length ? undefined : { code, remarks: remarks.sort((a, b) => a.line - b.line) };
}

type Say = (node: Node, text: string) => void;

// Decides the new name of an imported name, and changes its uses.
function useNewName(
  source: string,
  binding: Binding,
  nodes: readonly Found[],
  edits: Edits,
  remark: Say,
  typed: boolean,
): void {
  const { node, imported, local } = binding;
  const uses = nodes.filter((found) => nameOf(found.node) === local && isReference(found) && found.node !== node);
  const code = errorCodes.get(imported);
  if (code !== undefined) return void testOfCode(source, binding, code, uses, edits, remark);
  const wanted = nameHere(imported) ?? (uses.some(isInstanceTest) ? 'PlatformError' : undefined);
  if (wanted === undefined) {
    remark(
      node,
      `${imported} is not in ${to}; enums are plain texts there, and types of answers are ${'`'}Awaited<ReturnType<…>>${'`'}`,
    );
    return;
  }
  if (nameHere(imported) === undefined) {
    remark(node, `${imported} became PlatformError; tell errors apart by error.statusCode or error.error?.code`);
  }
  binding.imported = wanted;
  // Tools that strip types per file have to be told which names are types.
  if (typed && isOnlyType(wanted)) binding.type = true;
  if (imported === 'unwrapAsync') return void unwrapLater(binding, uses, edits, remark);
  if (local !== imported || wanted === imported) return;
  const taken = nodes.some(({ node: other }) => other.type === 'Identifier' && nameOf(other) === wanted);
  // If the new name would conflict with another one, the old name stays as an alias.
  if (taken || isBoundInside(local, nodes)) return;
  binding.local = wanted;
  for (const { node: use, parents } of uses) {
    const shorthand = parents[0]?.type === 'ObjectProperty' && parents[0].shorthand === true;
    const exported = parents[0]?.type === 'ExportSpecifier' && nameOf(parents[0].exported) === local;
    edits.replace(use.start, use.end, shorthand ? `${local}: ${wanted}` : exported ? `${wanted} as ${local}` : wanted);
  }
}

// error instanceof DomainTooShort → (error instanceof PlatformError && !error.data$ && error.error?.code === 'domain_too_short')
function testOfCode(
  source: string,
  binding: Binding,
  code: string,
  uses: readonly Found[],
  edits: Edits,
  remark: Say,
): void {
  const { imported } = binding;
  binding.imported = 'PlatformError';
  binding.local = 'PlatformError';
  for (const use of uses) {
    const [parent] = use.parents;
    const left = parent?.left as Node | undefined;
    const simple = /^(Identifier|MemberExpression|ThisExpression)$/.test(left?.type ?? '');
    if (!isInstanceTest(use) || !simple) {
      edits.replace(use.node.start, use.node.end, 'PlatformError');
      remark(use.node, `${imported} became PlatformError; it is the one whose error?.code is '${code}'`);
      continue;
    }
    const error = source.slice(left!.start, left!.end);
    edits.replace(parent!.start, parent!.start, '(');
    edits.replace(
      use.node.start,
      use.node.end,
      `PlatformError && !${error}.data$ && ${error}.error?.code === '${code}')`,
    );
    remark(use.node, `${imported} became a test of the code; its members are at error.error, its status at statusCode`);
  }
}

// answer.dollarSchema → answer.schema, also as a key of an object or a pattern.
function renameMember({ node, parents: [parent], key }: Found, edits: Edits): void {
  const here = node.type === 'Identifier' ? memberNames.get(nameOf(node)) : undefined;
  if (here === undefined || !parent || parent.computed === true) return;
  const member = /MemberExpression$/.test(parent.type) && key === 'property';
  if (member) edits.replace(node.start, node.end, here);
  if (parent.type !== 'ObjectProperty' || key !== 'key') return;
  edits.replace(node.start, node.end, parent.shorthand === true ? `${here}: ${nameOf(node)}` : here);
}

function isInstanceTest({ parents: [parent], key }: Found): boolean {
  return parent?.type === 'BinaryExpression' && parent.operator === 'instanceof' && key === 'right';
}

// unwrapAsync(call) → call.then(unwrap)
function unwrapLater(binding: Binding, uses: readonly Found[], edits: Edits, remark: Say): void {
  binding.local = 'unwrap';
  for (const { node, parents, key } of uses) {
    const call = parents[0];
    const [argument] = (call?.arguments ?? []) as Node[];
    if (call?.type !== 'CallExpression' || key !== 'callee' || !argument) {
      edits.replace(node.start, node.end, 'unwrap');
      remark(node, 'unwrap takes a result, not a promise of one');
      continue;
    }
    const simple = /^(CallExpression|Identifier|MemberExpression)$/.test(argument.type);
    edits.replace(call.start, argument.start, simple ? '' : '(');
    edits.replace(argument.end, call.end, `${simple ? '' : ')'}.then(unwrap)`);
  }
}

// Any text that equals the name of a module: import(), require(), mocks, `export … from`, `typeof import()`.
function moveSpecifier(source: string, { node, parents }: Found, edits: Edits, remark: Say): void {
  if (node.type !== 'StringLiteral' || !isTheirs(nameOf(node))) return;
  const { path, unknown } = moduleHere(nameOf(node));
  if (unknown) remark(node, `there is no function ${unknown} in ${to}`);
  const quote = source[node.start]!;
  edits.replace(node.start, node.end, `${quote}${path}${quote}`);
  const [parent] = parents;
  if (parent?.type === 'CallExpression' && nameOf(parent.callee) === 'require') {
    remark(node, `${to} is an ES module: require() needs Node 22.12 or later, import() works everywhere`);
  }
  if (parent?.type !== 'ExportNamedDeclaration') return;
  for (const specifier of parent.specifiers as Node[]) {
    const name = nameOf(specifier.local);
    const here = nameHere(name);
    if (here === undefined) remark(specifier, `${name} is not in ${to}`);
    else if (here !== name) edits.replace(specifier.start, specifier.end, `${here} as ${nameOf(specifier.exported)}`);
  }
}

/** Returns true for require('…') or await import('…') of the other package. */
function isLoaded(node: unknown): boolean {
  const { type, argument, callee, arguments: args, source } = (node ?? {}) as Node;
  if (type === 'AwaitExpression') return isLoaded(argument);
  if (type === 'ImportExpression') return isTheirs(nameOf(source));
  const loads = nameOf(callee) === 'require' || (callee as Node | undefined)?.type === 'Import';
  return type === 'CallExpression' && loads && isTheirs(nameOf((args as Node[])[0]));
}

// const { Vercel } = require('…') → const { Platform: Vercel } = require('…')
function moveRequired({ node }: Found, edits: Edits, remark: Say): void {
  if (node.type !== 'VariableDeclarator' || !isLoaded(node.init) || (node.id as Node).type !== 'ObjectPattern') return;
  for (const property of (node.id as Node).properties as Node[]) {
    const key = property.key as Node | undefined;
    const here = nameHere(nameOf(key));
    if (!key) continue;
    if (here === undefined) remark(key, `${nameOf(key)} is not in ${to}`);
    else if (here !== nameOf(key))
      edits.replace(key.start, key.end, property.shorthand ? `${here}: ${nameOf(key)}` : here);
  }
}

// error.data$.error → error.data$?.error: the class no longer guarantees that the body had an error object.
function mayBeAbsent(source: string, { node, parents: [parent] }: Found, edits: Edits): void {
  const object = node.object as Node | undefined;
  if (node.type !== 'MemberExpression' || nameOf(object?.property) !== 'data$' || node.computed === true) return;
  if (parent?.type === 'AssignmentExpression' && parent.left === node) return;
  const dot = source.indexOf('.', object!.end);
  edits.replace(dot, dot + 1, '?.');
}

// sdk.Vercel, where sdk is the whole module.
function moveNamespaced({ node }: Found, nodes: readonly Found[], declarations: readonly Node[], edits: Edits): void {
  const spaces = declarations
    .flatMap((declaration) => declaration.specifiers as Node[])
    .filter(({ type }) => type === 'ImportNamespaceSpecifier')
    .map(({ local }) => nameOf(local));
  if (node.type === 'TSImportType' && isTheirs(nameOf(node.argument)) && node.qualifier) {
    const { start, end } = node.qualifier as Node;
    const name = nameHere(nameOf(node.qualifier));
    if (name !== undefined) edits.replace(start, end, name);
  }
  const [object, member] = node.type === 'TSQualifiedName' ? [node.left, node.right] : [node.object, node.property];
  if (!/^(MemberExpression|TSQualifiedName)$/.test(node.type) || node.computed === true) return;
  const whole = spaces.includes(nameOf(object)) && !isBoundInside(nameOf(object), nodes);
  const here = nameHere(nameOf(member));
  if ((whole || isLoaded(object)) && here !== undefined) {
    const { start, end } = member as Node;
    edits.replace(start, end, here);
  }
}
