// Makes sample arguments for examples from schemas.
import { camel } from '../runtime/schema.ts';
import { argOf, bodyArg, type Catalogue, type Entry, type Node, paramsOf, type Ref, resolve } from './catalogue.ts';
import { keyText, text } from './schemas.ts';

/** The smallest argument object that satisfies an operation, as source text; undefined when it needs none. */
export function sampleArguments(catalogue: Catalogue, entry: Entry): string | undefined {
  const { body } = entry;
  if (body?.root) return sample(catalogue, body.schema!, 'request');
  const members = paramsOf(entry)
    .filter((param) => param.required)
    .map((param) => {
      const { name, schema, in: place } = param;
      const value = name === 'Content-Length' ? '5' : sample(catalogue, schema, name, place === 'path');
      return `${argOf(param)}: ${value}`;
    });
  if (body?.required) {
    members.push(
      `${bodyArg(entry)}: ${body.octets ? "new Blob(['bytes'])" : sample(catalogue, body.schema!, 'requestBody')}`,
    );
  }
  return members.length ? `{ ${members.join(', ')} }` : undefined;
}

function sample(catalogue: Catalogue, ref: Ref, name: string, path = false): string {
  const node = resolve(catalogue, ref);
  const nest = (inner: Ref, as: string) => sample(catalogue, inner, as);
  if (node.enum) return typeof node.enum[0] === 'string' ? text(node.enum[0]) : String(node.enum[0]);
  const branches = node.oneOf ?? node.anyOf;
  if (branches?.[0] !== undefined && !isOwn(node)) return nest(branches[0], name);
  const type = Array.isArray(node.type)
    ? node.type[0]
    : (node.type ?? (node.properties || branches ? 'object' : undefined));
  if (type === 'object') return objectSample(catalogue, node, nest);
  if (type === 'array') return `[${node.items === undefined ? '' : nest(node.items, name)}]`;
  if (type === 'number' || type === 'integer') return String(node.minimum ?? 1);
  if (type === 'boolean') return 'true';
  if (type === 'null' || type === undefined) return 'null';
  if (node.format === 'date-time') return "new Date('2026-01-31T12:00:00Z')";
  return text(path ? `<${words(name)}>` : words(name));
}

// A union with members of its own: those and the first branch's together.
function objectSample(catalogue: Catalogue, node: Node, nest: (ref: Ref, as: string) => string): string {
  const first = (node.oneOf ?? node.anyOf)?.[0];
  const branch = first === undefined ? {} : resolve(catalogue, first);
  const properties: Record<string, Ref> = { ...node.properties, ...branch.properties };
  const required = [...new Set([...(node.required ?? []), ...(branch.required ?? [])])];
  const members = required.map((wire) => `${keyText(camel(wire))}: ${nest(properties[wire] ?? {}, wire)}`);
  return members.length ? `{ ${members.join(', ')} }` : '{}';
}

function isOwn(node: Node): boolean {
  return node.properties !== undefined;
}

function words(name: string): string {
  return camel(name)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}
