// Emits the schemas as modules: shared nodes once, and one module per operation that is imported when it is called.
import { bodyArg, type Catalogue, type Entry, type Node, paramsOf, type Ref } from './catalogue.ts';

const plainKey = /^[A-Za-z_$][\w$]*$/;

/** Writes data as a TypeScript literal. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value && typeof value === 'object') {
    const members = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${literal(item)}`);
    return members.length ? `{ ${members.join(', ')} }` : '{}';
  }
  return typeof value === 'string' ? text(value) : JSON.stringify(value);
}

/** Writes a string with single quotes where it needs no escape. */
export function text(value: string): string {
  return /['\\\n\r\u2028\u2029]/.test(value) ? JSON.stringify(value) : `'${value}'`;
}

// A literal `__proto__: x` would set the prototype.
export function keyText(key: string): string {
  return key === '__proto__' ? `['__proto__']` : plainKey.test(key) ? key : text(key);
}

function expression(ref: Ref, used: Set<string>): string {
  if (typeof ref === 'number') {
    used.add(`n${ref}`);
    return `n${ref}`;
  }
  if (typeof ref === 'string') {
    used.add(ref);
    return `{ lazy: () => ${ref} }`;
  }
  const nest = (inner: Ref) => expression(inner, used);
  const members = Object.entries(ref as Node).map(([key, value]) => {
    if (key === 'properties') {
      const inner = Object.entries(value as Record<string, Ref>).map(([name, sub]) => `${keyText(name)}: ${nest(sub)}`);
      return `properties: ${inner.length ? `{ ${inner.join(', ')} }` : '{}'}`;
    }
    if (key === 'items' || (key === 'additionalProperties' && typeof value !== 'boolean'))
      return `${key}: ${nest(value)}`;
    if (/^(one|any|all)Of$/.test(key)) return `${key}: [${(value as Ref[]).map(nest).join(', ')}]`;
    return `${key}: ${literal(value)}`;
  });
  return members.length ? `{ ${members.join(', ')} }` : '{}';
}

export function sharedModule({ nodes, named }: Catalogue): string {
  const used = new Set<string>();
  const lines = [
    ...nodes.map((node, at) => `export const n${at}: Schema = ${expression(node, used)};`),
    ...Object.entries(named).map(([name, node]) => `export const ${name}: Schema = ${expression(node, used)};`),
  ];
  return `import type { Schema } from '../../runtime/schema.ts';\n\n${lines.join('\n')}\n`;
}

export function schemaModule(entry: Entry): string {
  const used = new Set<string>();
  const input = entry.body?.root ? expression(entry.body.schema!, used) : inputOf(entry, used);
  const answers = Object.entries(entry.answers).map(
    ([status, ref]) => `  ${text(status)}: ${ref === null ? 'null' : expression(ref, used)},`,
  );
  const shared = used.size ? `import { ${[...used].sort(byName).join(', ')} } from './shared.ts';\n` : '';
  return (
    `import type { OperationSchemas } from '../../runtime/operation.ts';\n${shared}\n` +
    `export const input: OperationSchemas['input'] = ${input};\n` +
    `export const answers: OperationSchemas['answers'] = {\n${answers.join('\n')}\n};\n`
  );
}

function inputOf(entry: Entry, used: Set<string>): string {
  const params = paramsOf(entry);
  const members = params.map(({ name, schema, arg }) => {
    const rule = expression(stringNode(schema), used);
    return `${keyText(name)}: ${arg ? `{ ...${rule}, as: ${text(arg)} }` : rule}`;
  });
  const required = params.filter((param) => param.required).map(({ name }) => name);
  const { body } = entry;
  if (body) {
    const arg = bodyArg(entry)!;
    members.push(`${arg}: ${body.octets ? `{ format: 'binary' }` : expression(body.schema!, used)}`);
    if (body.required) required.push(arg);
  }
  const rules = required.length ? `, required: ${literal(required)}` : '';
  return `{ type: 'object', properties: ${members.length ? `{ ${members.join(', ')} }` : '{}'}${rules} }`;
}

// Node 0 is the plain string; the scoping parameters are made here and would repeat it.
function stringNode(ref: Ref): Ref {
  return typeof ref === 'object' && JSON.stringify(ref) === '{"type":"string"}' ? 0 : ref;
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
