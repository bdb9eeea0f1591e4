// Words for parameters, made from name, type, bounds and default.
import { argOf, type Catalogue, type Node, type Param, resolve } from './catalogue.ts';

/** Says in one line what a parameter takes. */
export function paramLine(catalogue: Catalogue, param: Param): string {
  const node = resolve(catalogue, param.schema);
  const words = argOf(param)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const place = { path: 'in the path', query: 'in the query', header: `as header ${param.name}` }[param.in];
  const fallback = node.default === undefined ? '' : ` Default: ${node.default}.`;
  return `${words[0]!.toUpperCase()}${words.slice(1)}: ${typeWords(catalogue, node)} ${place}.${fallback}`;
}

export function typeWords(catalogue: Catalogue, node: Node): string {
  if (node.enum) return `one of ${node.enum.map((value) => `\`${value}\``).join(', ')}`;
  const branches = node.oneOf ?? node.anyOf;
  if (branches) return branches.map((ref) => typeWords(catalogue, resolve(catalogue, ref))).join(' or ');
  const type = Array.isArray(node.type) ? node.type.filter((name) => name !== 'null').join(' or ') : node.type;
  const noun = { integer: 'whole number', array: 'list', boolean: 'true or false' }[type ?? ''] ?? type ?? 'value';
  const bounds = node.type === 'array' ? [node.minItems, node.maxItems] : [node.minimum, node.maximum];
  const [low, high] = bounds;
  const range =
    low !== undefined && high !== undefined
      ? ` from ${low} to ${high}`
      : low !== undefined
        ? ` of at least ${low}`
        : high !== undefined
          ? ` of at most ${high}`
          : '';
  const item = node.items === undefined ? '' : ` of ${typeWords(catalogue, resolve(catalogue, node.items))}s`;
  return `${noun}${item}${range}`;
}
