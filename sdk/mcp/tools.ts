// The tools: one per operation, computed from the list of operations and their schemas.
import type { Settings } from './flags.ts';
import { bytesOrFile, type JsonSchema, jsonSchema, oneObject, saving } from './json_schema.ts';
import { type ListedOperation, operations, type Row, readRow } from './platform.ts';
import { outputSchema } from './shape.ts';
import { describingOf } from './words.ts';

// How to use it is told once, in the server's instructions.
const listOfTexts: JsonSchema = { type: 'array', items: { type: 'string' } };

type Offered = Pick<Settings, 'tools' | 'groups' | 'readOnly'> & Partial<Pick<Settings, 'files'>>;

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
  /** It may read and write files below the folder of --files. */
  files: boolean;
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

// POST operations that change nothing: they ask with a body.
const asking = new Set([
  'artifactsArtifactQuery',
  'createObservabilityQuery',
  'domainsRegistrarGetBulkAvailability',
  'domainsRegistrarGetBulkPrice',
  'domainsRegistrarSearchDomains',
  'sandboxesReadSessionFile',
]);

// A write may spend money or replace what is there whatever its method, so none is called harmless.
function hintsOf(listed: ListedOperation, files: boolean): Hints {
  const row = readRow(listed.operation.row);
  const { method } = row;
  const reads = (method === 'GET' || method === 'HEAD' || asking.has(listed.name)) && !(files && isDownload(row));
  return {
    title: `${listed.groups[0] ?? 'client'}: ${listed.method}`,
    readOnlyHint: reads,
    destructiveHint: !reads,
    idempotentHint: reads || method === 'PUT' || method === 'DELETE',
    openWorldHint: true,
  };
}

const isDownload = ({ answer }: Pick<Row, 'answer'>) => answer === 'stream' || answer === 'file';

/** The tools these settings allow; unknown names are an error, so that a typing mistake does not hide a tool. */
export function toolsFor({ tools, groups, readOnly, files: folder }: Offered): Tool[] {
  const files = folder !== undefined && !readOnly;
  const all = operations.map((listed) => ({
    name: toolName(listed),
    description: `${listed.deprecated ? 'Deprecated. ' : ''}${listed.doc}`,
    annotations: hintsOf(listed, files),
    listed,
    files,
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
export async function inputSchemaOf({ listed, files }: Tool, deepWords = true): Promise<JsonSchema> {
  const { input } = await listed.operation.load();
  const row = readRow(listed.operation.row);
  // Clients want an object with properties, not a choice between objects.
  const schema = oneObject(jsonSchema(input, describingOf(listed, deepWords)));
  if (row.body === 'root?') delete schema.required;
  const required = schema.required as string[] | undefined;
  // The server measures what it uploads.
  if (row.body === 'octets' && required) schema.required = required.filter((name) => name !== 'contentLength');
  if (files && row.body === 'octets')
    schema.properties = { ...(schema.properties as object), [row.bodyArg]: bytesOrFile };
  if (files && isDownload(row)) schema.properties = { ...(schema.properties as object), ...saving };
  schema.properties = { ...(schema.properties as object), fields: listOfTexts, maxChars: { type: 'integer' } };
  return { ...schema, type: 'object', additionalProperties: false };
}

/** The names an answer has; see outputSchema. */
export async function outputSchemaOf({ listed }: Tool): Promise<JsonSchema> {
  const { answers } = await listed.operation.load();
  const { answer } = readRow(listed.operation.row);
  return answer ? { type: 'object' } : outputSchema(answers);
}
