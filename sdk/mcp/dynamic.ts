// Three tools that cover all operations: search for one, describe its arguments and answers, call it.
import { type Args, checkArguments } from './arguments.ts';
import { convertOwn } from './convert.ts';
import { type JsonSchema, shallow } from './json_schema.ts';
import { letters, type Names } from './names.ts';
import type { Offer, Run, ToolEntry } from './offer.ts';
import { bodyMembers } from './platform.ts';
import { answer, failure, noted, type ToolResult } from './result.ts';
import { Search } from './search.ts';
import { shapeOf } from './shape.ts';
import { inputSchemaOf, type Tool } from './tools.ts';

const mostFound = 8;

/** The searchable operations: by name, then by words. */
export interface Offered {
  readonly names: Names<Tool>;
  readonly search: Search<Searchable>;
  /** All operations of the API, including those that these settings exclude. */
  readonly everything: Names<Tool>;
}

/** Returns the operations that a text names, then those that match its words. */
function found({ names, search }: Offered, text: string, most: number): Tool[] {
  const ranked = search.find(text.replaceAll('-', ' '), most).map(({ tool }) => tool);
  return [...new Set([...names.find(text), ...ranked])].slice(0, most);
}

/** Returns an error for an operation that is unknown or not offered, with suggestions. */
export function unknownOperation(offered: Offered, name: unknown, direct = false): ToolResult {
  const text = String(name).slice(0, 100);
  const [known] = offered.names.find(text);
  if (known && direct) {
    const message = `${known.name} is called through call-operation, as {"name": "${known.name}", "arguments": {…}}`;
    return failure(new RangeError(message), { code: 'use_call_operation', suggestions: ['call-operation'] });
  }
  const suggestions = found(offered, text, 5).map((tool) => tool.name);
  const [hidden] = known ? [] : offered.everything.find(text);
  if (hidden) {
    const message = `${hidden.name} exists, but this server does not offer it: --read-only, --tool, --group or --preset leave it out`;
    return failure(new RangeError(message), { code: 'operation_not_offered', suggestions });
  }
  return failure(new RangeError(`there is no operation named ${text}`), { code: 'unknown_operation', suggestions });
}

export interface Searchable {
  method: string;
  groups: readonly string[];
  doc: string;
  deprecated: boolean;
  row: string;
  members: string;
  tool: Tool;
}

export function searchOver(tools: readonly Tool[]): Search<Searchable> {
  return new Search(
    tools.map((tool) => {
      const { method, groups, doc, deprecated, operation } = tool.listed;
      const members = bodyMembers[tool.listed.name] ?? '';
      return { method, groups, doc, deprecated, row: operation.row, members, tool };
    }),
  );
}

const text = (description: string): JsonSchema => ({ type: 'string', description });

/** Returns the tools by name. `maxChars` is the default limit of an answer. */
export function dynamicEntries(
  tools: readonly Tool[],
  offered: Offered,
  runOf: (tool: Tool) => Run,
  { readOnly, maxChars }: { readOnly: boolean; maxChars: number },
): Map<string, ToolEntry> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const toolOf = (name: unknown) => byName.get(String(name)) ?? offered.names.one(String(name));
  const give = (value: unknown) => answer(value, { maxChars });
  return new Map([
    entry({
      name: 'list-operations',
      description: 'Search operations by what they do (best match first), list those of a group, or list the groups.',
      properties: { search: text('What you want to do, in plain words.'), group: text('Name of a group.') },
      answers: ['operations', 'groups'],
      aliases: { query: 'search', q: 'search' },
      act: async ({ search: question, group }) => {
        const groups = groupsOf(tools);
        const known = group === undefined ? undefined : groupNamed(groups, String(group));
        if (group !== undefined && known === undefined)
          return failure(new RangeError(`there is no group named ${String(group).slice(0, 100)}`), {
            code: 'unknown_group',
            groups: Object.keys(groups),
          });
        return give(list(tools, offered, question, known));
      },
    }),
    entry({
      name: 'describe-operation',
      description: 'Describe the arguments of an operation and the shape of its answer.',
      properties: {
        name: text('Name as list-operations gives it.'),
        part: text('Describe only this part of the arguments, in full, such as "requestBody.gitSource".'),
      },
      required: ['name'],
      answers: ['name', 'does', 'http', 'inputSchema', 'answer'],
      aliases: ofName,
      act: async ({ name, part }) => {
        const tool = toolOf(name);
        if (!tool) return unknownOperation(offered, name);
        return part === undefined ? give(await describe(tool, maxChars)) : describePart(tool, String(part), maxChars);
      },
    }),
    entry({
      name: 'call-operation',
      description: 'Call an operation. Describe it first.',
      properties: {
        name: { type: 'string' },
        arguments: { type: 'object', description: 'Arguments that match its inputSchema.', additionalProperties: true },
        ...bounds,
      },
      required: ['name'],
      answers: [],
      aliases: { ...ofName, args: 'arguments', params: 'arguments', parameters: 'arguments', input: 'arguments' },
      writes: !readOnly,
      act: async ({ name, arguments: args, fields, maxChars: most }, calling) => {
        const tool = toolOf(name);
        if (!tool) return unknownOperation(offered, name);
        return runOf(tool)(withBounds(args, fields, most), calling);
      },
    }),
  ]);
}

const ofName = { operation: 'name', operationName: 'name', operationId: 'name', tool: 'name' };

// Arguments that limit the answer of a call.
const bounds: JsonSchema = {
  fields: {
    type: 'array',
    items: { type: 'string' },
    description: 'Only these parts of the answer, such as "projects.name".',
  },
  maxChars: { type: 'integer', minimum: 100, description: 'Most characters of the answer.' },
};

// A value that is no object is kept, so that validation rejects it.
function withBounds(args: unknown, fields: unknown, maxChars: unknown): unknown {
  if (typeof (args ?? {}) !== 'object' || args === null || Array.isArray(args)) return args;
  return {
    ...(args as Args),
    ...(fields === undefined ? {} : { fields }),
    ...(maxChars === undefined ? {} : { maxChars }),
  };
}

function list(tools: readonly Tool[], offered: Offered, question: unknown, group: string | undefined): unknown {
  const inGroup = ({ listed }: Tool) => group === undefined || listed.groups.includes(group);
  if (question !== undefined) {
    const all = found(offered, String(question), group === undefined ? mostFound : tools.length);
    return { operations: all.filter(inGroup).slice(0, mostFound).map(inShort) };
  }
  if (group !== undefined) return { operations: tools.filter(inGroup).map(inShort) };
  return { groups: groupsOf(tools) };
}

/** Returns the groups with the number of their operations. */
function groupsOf(tools: readonly Tool[]): Record<string, number> {
  const groups: Record<string, number> = {};
  for (const { listed } of tools) for (const name of listed.groups) groups[name] = (groups[name] ?? 0) + 1;
  return groups;
}

function groupNamed(groups: Record<string, number>, text: string): string | undefined {
  return Object.keys(groups).find((name) => letters(name) === letters(text));
}

const inShort = ({ name, description }: Tool) => ({ name, does: description });

// About 2,000 tokens: acceptable for a model before a call.
const mostOfDescription = 7200;

/** Describes one argument or member with everything in it. */
async function describePart(tool: Tool, part: string, maxChars: number): Promise<ToolResult> {
  let here: JsonSchema | undefined = await inputSchemaOf(tool);
  let names: string[] = [];
  for (const name of part.split('.')) {
    const rules = propertiesOf(here);
    names = Object.keys(rules);
    here = rules[name];
    if (!here) {
      const message = `${tool.name} has no part ${part.slice(0, 100)}`;
      return failure(new RangeError(message), { code: 'unknown_part', parts: names.slice(0, 100) });
    }
  }
  const whole = JSON.stringify(here).length <= maxChars / 2 ? here : shorter(here, maxChars / 2);
  return answer({ name: tool.name, part, inputSchema: whole }, { maxChars });
}

/** Returns the members of a schema, of its elements and of its shapes. */
function propertiesOf({ properties, items, anyOf }: JsonSchema): Record<string, JsonSchema> {
  const inner = [items, ...((anyOf ?? []) as unknown[])].filter((one) => one !== undefined) as JsonSchema[];
  return Object.assign({}, ...inner.map(propertiesOf), properties) as Record<string, JsonSchema>;
}

function shorter(schema: JsonSchema, most: number): JsonSchema {
  for (let depth = 12; depth > 1; depth--) {
    const cut = shallow(schema, depth);
    if (JSON.stringify(cut).length <= most) return cut;
  }
  return shallow(schema, 1);
}

// A schema that is too long loses its deep descriptions, then its deepest levels; a truncated schema would be invalid.
async function describe(tool: Tool, given: number): Promise<unknown> {
  const maxChars = Math.min(given, mostOfDescription);
  const { operation } = tool.listed;
  const { answers } = await operation.load();
  const http = operation.row.split(/[ ?]/).slice(0, 2).join(' ');
  const told = { ...inShort(tool), http, inputSchema: await inputSchemaOf(tool), answer: shapeOf(answers) };
  const fits = (value: unknown) => JSON.stringify(value).length <= maxChars;
  if (fits(told)) return told;
  const inputSchema = await inputSchemaOf(tool, false);
  const note = 'Deep parts are left out: describe-operation with part, such as "requestBody", gives one whole.';
  const rest = maxChars - JSON.stringify({ ...told, note, inputSchema: {} }).length;
  return { ...told, note, inputSchema: shorter(inputSchema, rest) };
}

interface Given {
  name: string;
  description: string;
  properties: JsonSchema;
  required?: string[];
  /** Names of the members of the answer. */
  answers: string[];
  /** Other names that models use for the arguments. */
  aliases: Readonly<Record<string, string>>;
  writes?: boolean;
  act: Run<Args>;
}

function entry(given: Given): [string, ToolEntry] {
  const { name, description, properties, required, answers, aliases, writes = false, act } = given;
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
    const { value, notes } = convertOwn(given, inputSchema, aliases);
    let args: Args;
    try {
      // Null arguments are not treated as omitted: a call for one object would become one for all.
      const lost = (given as { arguments?: unknown } | undefined)?.arguments === null;
      args = checkArguments(lost ? null : value, inputSchema);
    } catch (error) {
      return failure(error);
    }
    return noted(await act(args, calling), notes);
  };
  return [name, { offer: async () => ({ name, description, inputSchema, outputSchema, annotations }), run }];
}
