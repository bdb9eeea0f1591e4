// The tools: one per operation, computed from the list of operations and their schemas.
import type { Settings } from './flags.ts';
import { type JsonSchema, jsonSchema, oneObject } from './json_schema.ts';
import { type ListedOperation, operations, readRow } from './platform.ts';
import { outputSchema } from './shape.ts';
import { describingOf } from './words.ts';

// How to use it is told once, in the server's instructions.
const listOfTexts: JsonSchema = { type: 'array', items: { type: 'string' } };

export interface Hints {
  [hint: string]: unknown;
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

export interface Tool {
  name: string;
  description: string;
  annotations: Hints;
  listed: ListedOperation;
}

const longestName = 64;

/** deploymentsGetDeployments → deployments-get-deployments. */
export function kebab(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
}

/** The name of a tool: some clients take at most 64 characters, so longer ones lose the parameters of the path they repeat. */
export function toolName({ name, operation: { row } }: Pick<ListedOperation, 'name' | 'operation'>): string {
  let short = kebab(name);
  if (short.length <= longestName) return short;
  const { path } = readRow(row);
  for (const [, parameter] of path.matchAll(/\{([^}]+)\}/g)) short = short.replace(`-by-${kebab(parameter!)}`, '');
  // What is still too long loses the outermost part of the path: its last parts say most.
  const [outermost = ''] = path
    .replace(/^\/v\d+/, '')
    .split('/')
    .filter(Boolean);
  return short.length <= longestName ? short : short.replace(`-${kebab(outermost)}`, '');
}

// A write may spend money or replace what is there whatever its method, so none is called harmless.
function hintsOf(listed: ListedOperation): Hints {
  const { method } = readRow(listed.operation.row);
  const reads = method === 'GET' || method === 'HEAD';
  return {
    title: `${listed.groups[0] ?? 'client'}: ${listed.method}`,
    readOnlyHint: reads,
    destructiveHint: !reads,
    idempotentHint: reads || method === 'PUT' || method === 'DELETE',
    openWorldHint: true,
  };
}

/** The tools these settings allow; unknown names are an error, so that a typing mistake does not hide a tool. */
export function toolsFor({ tools, groups, readOnly }: Pick<Settings, 'tools' | 'groups' | 'readOnly'>): Tool[] {
  const all = operations.map((listed) => ({
    name: toolName(listed),
    description: `${listed.deprecated ? 'Deprecated. ' : ''}${listed.doc}`,
    annotations: hintsOf(listed),
    listed,
  }));
  const wrong = [
    ...tools.filter((name) => !all.some((tool) => tool.name === name)),
    ...groups.filter((name) => !all.some(({ listed }) => listed.groups.includes(name))),
  ];
  if (wrong.length) throw new RangeError(`there is no tool or group named ${wrong.join(', ')}`);
  const named = tools.length || groups.length;
  return all.filter(
    (tool) =>
      (!named || tools.includes(tool.name) || groups.some((group) => tool.listed.groups.includes(group))) &&
      (!readOnly || tool.annotations.readOnlyHint),
  );
}

/** JSON Schema of a tool's arguments. */
export async function inputSchemaOf({ listed }: Tool, deepWords = true): Promise<JsonSchema> {
  const { input } = await listed.operation.load();
  const row = readRow(listed.operation.row);
  // Clients want an object with properties, not a choice between objects.
  const schema = oneObject(jsonSchema(input, describingOf(listed, deepWords)));
  if (row.body === 'root?') delete schema.required;
  const required = schema.required as string[] | undefined;
  // The server measures what it uploads.
  if (row.body === 'octets' && required) schema.required = required.filter((name) => name !== 'contentLength');
  if (row.answer === 'stream' || row.answer === 'file') {
    const saveTo = { type: 'string', description: 'Save the bytes to this new file instead of returning base64.' };
    schema.properties = { ...(schema.properties as object), saveTo };
  }
  schema.properties = { ...(schema.properties as object), fields: listOfTexts, maxChars: { type: 'integer' } };
  return { ...schema, type: 'object', additionalProperties: false };
}

/** The names an answer has; see outputSchema. */
export async function outputSchemaOf({ listed }: Tool): Promise<JsonSchema> {
  const { answers } = await listed.operation.load();
  const { answer } = readRow(listed.operation.row);
  return answer ? { type: 'object' } : outputSchema(answers);
}
