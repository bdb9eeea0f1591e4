// Three tools that stand for all operations: find one, read what it takes and answers, call it.
import { type Args, checkArguments } from './arguments.ts';
import { type JsonSchema, shallow } from './json_schema.ts';
import type { Offer, Run, ToolEntry } from './offer.ts';
import { answer, failure, type ToolResult } from './result.ts';
import { Search } from './search.ts';
import { shapeOf } from './shape.ts';
import { inputSchemaOf, type Tool } from './tools.ts';

const mostFound = 8;

/** An operation that is not there, and those that may be meant. */
export function unknownOperation(search: Search<Searchable>, name: unknown): ToolResult {
  const suggestions = search.find(String(name).replaceAll('-', ' '), 5).map(({ tool }) => tool.name);
  return failure(new RangeError(`there is no operation named ${String(name).slice(0, 100)}`), {
    code: 'unknown_operation',
    suggestions,
  });
}

export interface Searchable {
  method: string;
  groups: readonly string[];
  doc: string;
  deprecated: boolean;
  row: string;
  tool: Tool;
}

export function searchOver(tools: readonly Tool[]): Search<Searchable> {
  return new Search(
    tools.map((tool) => {
      const { method, groups, doc, deprecated, operation } = tool.listed;
      return { method, groups, doc, deprecated, row: operation.row, tool };
    }),
  );
}

const text = (description: string): JsonSchema => ({ type: 'string', description });

/** The tools, by name. `maxChars` bounds what they give when the caller does not. */
export function dynamicEntries(
  tools: readonly Tool[],
  search: Search<Searchable>,
  runOf: (tool: Tool) => Run,
  { readOnly, maxChars }: { readOnly: boolean; maxChars: number },
): Map<string, ToolEntry> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const give = (value: unknown) => answer(value, { maxChars });
  return new Map([
    entry({
      name: 'list-operations',
      description: 'Finds operations by what they do, best first; by group; or lists the groups.',
      properties: { search: text('What you want to do, in plain words.'), group: text('Only this group.') },
      answers: ['operations', 'groups'],
      act: async ({ search: question, group }) => give(list(tools, search, question, group)),
    }),
    entry({
      name: 'describe-operation',
      description: 'Tells the arguments of an operation and the shape of its answer.',
      properties: { name: text('Name as list-operations gives it.') },
      required: ['name'],
      answers: ['name', 'does', 'http', 'inputSchema', 'answer'],
      act: async ({ name }) => {
        const tool = byName.get(String(name));
        return tool ? give(await describe(tool, maxChars)) : unknownOperation(search, name);
      },
    }),
    entry({
      name: 'call-operation',
      description: 'Calls an operation; describe it first.',
      properties: {
        name: { type: 'string' },
        arguments: { type: 'object', description: 'As its inputSchema asks for.', additionalProperties: true },
        ...bounds,
      },
      required: ['name'],
      answers: [],
      writes: !readOnly,
      act: async ({ name, arguments: args, fields, maxChars: most }, calling) => {
        const tool = byName.get(String(name));
        if (!tool) return unknownOperation(search, name);
        return runOf(tool)(withBounds(args, fields, most), calling);
      },
    }),
  ]);
}

// Arguments with which a call bounds its answer.
const bounds: JsonSchema = {
  fields: {
    type: 'array',
    items: { type: 'string' },
    description: 'Only these parts of the answer, such as "projects.name".',
  },
  maxChars: { type: 'integer', minimum: 100, description: 'Most characters of the answer.' },
};

// What is not an object stays as it is, so that it is refused as such.
function withBounds(args: unknown, fields: unknown, maxChars: unknown): unknown {
  if (typeof (args ?? {}) !== 'object' || args === null || Array.isArray(args)) return args;
  return {
    ...(args as Args),
    ...(fields === undefined ? {} : { fields }),
    ...(maxChars === undefined ? {} : { maxChars }),
  };
}

function list(tools: readonly Tool[], search: Search<Searchable>, question: unknown, group: unknown): unknown {
  const inGroup = ({ listed }: Tool) => group === undefined || listed.groups.includes(String(group));
  if (question !== undefined) {
    const found = search.find(String(question), group === undefined ? mostFound : tools.length).map(({ tool }) => tool);
    return { operations: found.filter(inGroup).slice(0, mostFound).map(inShort) };
  }
  if (group !== undefined) return { operations: tools.filter(inGroup).map(inShort) };
  const groups: Record<string, number> = {};
  for (const { listed } of tools) for (const name of listed.groups) groups[name] = (groups[name] ?? 0) + 1;
  return { groups };
}

const inShort = ({ name, description }: Tool) => ({ name, does: description });

// A schema that is too long loses the words deep inside it, then what is deepest; half a schema would be of no use.
async function describe(tool: Tool, maxChars: number): Promise<unknown> {
  const { operation } = tool.listed;
  const { answers } = await operation.load();
  const http = operation.row.split(/[ ?]/).slice(0, 2).join(' ');
  const told = { ...inShort(tool), http, inputSchema: await inputSchemaOf(tool), answer: shapeOf(answers) };
  const fits = (value: unknown) => JSON.stringify(value).length <= maxChars;
  if (fits(told)) return told;
  const inputSchema = await inputSchemaOf(tool, false);
  for (let depth = 12; depth > 2; depth--) {
    const shorter = { ...told, inputSchema: shallow(inputSchema, depth) };
    if (fits(shorter)) return shorter;
  }
  return { ...told, inputSchema: shallow(inputSchema, 2) };
}

interface Given {
  name: string;
  description: string;
  properties: JsonSchema;
  required?: string[];
  /** Names in the answer. */
  answers: string[];
  writes?: boolean;
  act: Run<Args>;
}

function entry({ name, description, properties, required, answers, writes = false, act }: Given): [string, ToolEntry] {
  const inputSchema: Offer['inputSchema'] = {
    type: 'object',
    properties,
    ...(required ? { required } : {}),
    additionalProperties: false,
  };
  const outputSchema: Offer['outputSchema'] = {
    type: 'object',
    ...(answers.length ? { properties: Object.fromEntries(answers.map((name) => [name, {}])) } : {}),
  };
  const annotations = { readOnlyHint: !writes, destructiveHint: writes, openWorldHint: !answers.length };
  const run: Run = async (given, calling) => {
    let args: Args;
    try {
      args = checkArguments(given, inputSchema);
    } catch (error) {
      return failure(error);
    }
    return act(args, calling);
  };
  return [name, { offer: async () => ({ name, description, inputSchema, outputSchema, annotations }), run }];
}
