// The tools: one per operation, derived from the list of operations and their schemas.
import type { Settings } from './flags.ts';
import { bytesOrFile, type JsonSchema, jsonSchema, oneObject, saving } from './json_schema.ts';
import { type ListedOperation, operations, type Row, readRow } from './platform.ts';
import { outputSchema } from './shape.ts';
import { describingOf } from './words.ts';

// The server's instructions explain their use once.
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
  /** True if it may read and write files below the folder of --files. */
  files: boolean;
}

const longestName = 64;

/** deploymentsGetDeployments → deployments-get-deployments. */
export function kebab(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
}

/**
 * Returns the name of a tool. Some clients accept at most 64 characters, so longer ones lose the repeated path
 * parameters.
 */
export function toolName({ name, operation: { row } }: Pick<ListedOperation, 'name' | 'operation'>): string {
  let short = kebab(name);
  if (short.length <= longestName) return short;
  const { path } = readRow(row);
  for (const [, parameter] of path.matchAll(/\{([^}]+)\}/g)) short = short.replace(`-by-${kebab(parameter!)}`, '');
  // A name that is still too long loses the outermost path segments: the last ones say most.
  const [outermost = ''] = path
    .replace(/^\/v\d+/, '')
    .split('/')
    .filter(Boolean);
  return short.length <= longestName ? short : short.replace(`-${kebab(outermost)}`, '');
}

// POST operations that change nothing: queries with a body.
const asking = new Set([
  'artifactsArtifactQuery',
  'createObservabilityQuery',
  'domainsRegistrarGetBulkAvailability',
  'domainsRegistrarGetBulkPrice',
  'domainsRegistrarSearchDomains',
  'sandboxesReadSessionFile',
]);

// Any write may cost money or replace data, whatever its method, so none is marked as harmless.
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

/**
 * Returns the tools that these settings allow. Unknown names are an error, so that a typing mistake does not hide a
 * tool.
 */
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

/** Returns the JSON Schema of a tool's arguments. */
export async function inputSchemaOf({ listed, files }: Tool, deepWords = true): Promise<JsonSchema> {
  const { input } = await listed.operation.load();
  const row = readRow(listed.operation.row);
  // Clients expect an object with properties, not a union of objects.
  const schema = oneObject(jsonSchema(input, describingOf(listed, deepWords)));
  if (row.body === 'root?') delete schema.required;
  const required = schema.required as string[] | undefined;
  // The server measures uploads itself.
  if (row.body === 'octets' && required) schema.required = required.filter((name) => name !== 'contentLength');
  if (files && row.body === 'octets')
    schema.properties = { ...(schema.properties as object), [row.bodyArg]: bytesOrFile };
  if (files && isDownload(row)) schema.properties = { ...(schema.properties as object), ...saving };
  schema.properties = { ...(schema.properties as object), fields: listOfTexts, maxChars: { type: 'integer' } };
  return { ...schema, type: 'object', additionalProperties: false };
}

/** Returns the names of an answer's members; see outputSchema. */
export async function outputSchemaOf({ listed }: Tool): Promise<JsonSchema> {
  const { answers } = await listed.operation.load();
  const { answer } = readRow(listed.operation.row);
  return answer ? { type: 'object' } : outputSchema(answers);
}
