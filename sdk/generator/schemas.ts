// Generates the schemas as modules: shared nodes once, and one module per operation that is imported by its call.

import { bodyArg, type Catalogue, type Entry, paramsOf, resolve } from './catalogue.ts';
import type { Node, Ref } from './node.ts';
import { secretsOf } from './secrets.ts';

const plainKey = /^[A-Za-z_$][\w$]*$/;

/** Formats data as a TypeScript literal. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value && typeof value === 'object') {
    const members = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${literal(item)}`);
    return members.length ? `{ ${members.join(', ')} }` : '{}';
  }
  return typeof value === 'string' ? text(value) : JSON.stringify(value);
}

/** Formats a string with single quotes if it needs no escape. */
export function text(value: string): string {
  return /['\\\n\r\u2028\u2029]/.test(value) ? JSON.stringify(value) : `'${value}'`;
}

// A literal `__proto__: x` would set the prototype.
export function keyText(key: string): string {
  return key === '__proto__' ? `['__proto__']` : plainKey.test(key) ? key : text(key);
}

/** A module in progress: its imports from the shared one, and the secret members of a node. */
interface Writing {
  used: Set<string>;
  /** True if a schema allows several shapes. */
  choice: boolean;
  secrets: (node: Node) => string[];
}

function writing(catalogue: Catalogue): Writing {
  return {
    used: new Set(),
    choice: false,
    secrets: (node) => secretsOf(node, catalogue.marks, (ref) => resolve(catalogue, ref)),
  };
}

// Names that are secret in a single operation are added to those of its schema.
function marked(catalogue: Catalogue, ref: Ref, out: Writing, names: readonly string[] | undefined): string {
  const rule = expression(ref, out);
  return names ? `{ ...${rule}, secrets: ${literal([...out.secrets(resolve(catalogue, ref)), ...names])} }` : rule;
}

function expression(ref: Ref, out: Writing): string {
  if (typeof ref === 'number') {
    out.used.add(`n${ref}`);
    return `n${ref}`;
  }
  if (typeof ref === 'string') {
    out.used.add(ref);
    return `{ lazy: () => ${ref} }`;
  }
  const nest = (inner: Ref) => expression(inner, out);
  const node = ref as Node;
  const optional = shorterOptional(node);
  const members = Object.entries(node).flatMap(([key, value]) => {
    if (key === 'type' && follows(node)) return [];
    // The runtime does not read values described by these.
    if (key === 'prefixItems') return [];
    if (key === 'patternProperties') return node.additionalProperties === undefined ? 'additionalProperties: true' : [];
    if (key === 'required' && optional) return `optional: ${literal(optional)}`;
    if (key === 'properties') {
      const inner = Object.entries(value as Record<string, Ref>).map(([name, sub]) => `${keyText(name)}: ${nest(sub)}`);
      return `properties: ${inner.length ? `{ ${inner.join(', ')} }` : '{}'}`;
    }
    if (key === 'items' || (key === 'additionalProperties' && typeof value !== 'boolean'))
      return `${key}: ${nest(value)}`;
    if (/^(one|any|all)Of$/.test(key)) return `${key}: [${(value as Ref[]).map(nest).join(', ')}]`;
    return `${key}: ${literal(value)}`;
  });
  if (node.oneOf ?? node.anyOf) {
    out.choice = true;
    members.push('by: choice');
  }
  const secrets = out.secrets(node);
  if (secrets.length) members.push(`secrets: ${literal(secrets)}`);
  return members.length ? `{ ${members.join(', ')} }` : '{}';
}

// If most members are required, the list of optional ones is shorter.
function shorterOptional({ properties, required }: Node): string[] | undefined {
  if (!properties || !required?.every((name) => name in properties)) return undefined;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return optional.join().length < required.join().length ? optional : undefined;
}

// The type of an object, a list or a text enum follows from its members, elements or values.
function follows({ type, properties, items, enum: values }: Node): boolean {
  if (values)
    return (
      type === 'string' && values.every((value) => typeof value === 'string') && !properties && items === undefined
    );
  return properties ? type === 'object' && items === undefined : items !== undefined && type === 'array';
}

export function sharedModule(catalogue: Catalogue): string {
  const { nodes, named } = catalogue;
  const out = writing(catalogue);
  const lines = [
    ...nodes.map((node, at) => `export const n${at}: Schema = ${expression(node, out)};`),
    ...Object.entries(named).map(([name, node]) => `export const ${name}: Schema = ${expression(node, out)};`),
  ];
  return `${choiceOf(out)}import type { Schema } from '../../runtime/schema.ts';\n\n${lines.join('\n')}\n`;
}

export function schemaModule(catalogue: Catalogue, entry: Entry): string {
  const out = writing(catalogue);
  const { used } = out;
  const names = catalogue.marks.in[entry.fn];
  const input = entry.body?.root ? marked(catalogue, entry.body.schema!, out, names) : inputOf(catalogue, entry, out);
  const answers = Object.entries(entry.answers).map(
    ([status, ref]) => `  ${text(status)}: ${ref === null ? 'null' : marked(catalogue, ref, out, names)},`,
  );
  const shared = used.size ? `import { ${[...used].sort(byName).join(', ')} } from './shared.ts';\n` : '';
  return (
    `${choiceOf(out)}import type { OperationSchemas } from '../../runtime/operation.ts';\n${shared}\n` +
    `export const input: OperationSchemas['input'] = ${input};\n` +
    `export const answers: OperationSchemas['answers'] = {\n${answers.join('\n')}\n};\n`
  );
}

const choiceOf = ({ choice }: Writing): string => (choice ? `import { choice } from '../../runtime/choice.ts';\n` : '');

function inputOf(catalogue: Catalogue, entry: Entry, out: Writing): string {
  const { marks } = catalogue;
  const names = marks.in[entry.fn];
  const params = paramsOf(entry);
  const members = params.map(({ name, schema, arg }) => {
    const rule = expression(stringNode(schema), out);
    return `${keyText(name)}: ${arg ? `{ ...${rule}, as: ${text(arg)} }` : rule}`;
  });
  const required = params.filter((param) => param.required).map(({ name }) => name);
  const { body } = entry;
  if (body) {
    const arg = bodyArg(entry)!;
    members.push(`${arg}: ${body.octets ? `{ format: 'binary' }` : marked(catalogue, body.schema!, out, names)}`);
    if (body.required) required.push(arg);
  }
  const secrets = params.map(({ name }) => name).filter((name) => marks.texts.includes(name) || names?.includes(name));
  const rules =
    (required.length ? `, required: ${literal(required)}` : '') +
    (secrets.length ? `, secrets: ${literal(secrets)}` : '');
  return `{ type: 'object', properties: ${members.length ? `{ ${members.join(', ')} }` : '{}'}${rules} }`;
}

// Node 0 is the plain string; the team parameters are generated here and would repeat it.
function stringNode(ref: Ref): Ref {
  return typeof ref === 'object' && JSON.stringify(ref) === '{"type":"string"}' ? 0 : ref;
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
