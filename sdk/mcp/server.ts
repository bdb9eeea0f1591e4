// The MCP server: lists the tools and calls them, directly or through three tools that stand for all.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { type Args, checkArguments } from './arguments.ts';
import type { Settings } from './flags.ts';
import type { JsonSchema } from './json_schema.ts';
import { Platform, version } from './platform.ts';
import { failure, runTool, type ToolResult } from './run.ts';
import { inputSchemaOf, type Tool, toolsFor } from './tools.ts';

interface Offer {
  [member: string]: unknown;
  name: string;
  description: string;
  inputSchema: { [keyword: string]: unknown; type: 'object' };
  annotations: Record<string, unknown>;
}

type Run<Given = unknown> = (args: Given, signal: AbortSignal) => Promise<ToolResult>;

interface Entry {
  offer: () => Promise<Offer>;
  run: Run;
}

/** Makes servers that share one client; HTTP needs one per request. */
export function serverFactory(settings: Settings): () => Server {
  const { bearerToken, serverURL, teamId, slug } = settings;
  const platform = new Platform({
    ...{ bearerToken, serverURL, teamId, slug },
    timeoutMs: settings.timeout * 1000,
    userAgent: `postern-platform-mcp/${version}`,
    // A model is better served by an answer with a gap than by none; the warning goes to standard error.
    responseValidation: 'warn',
  });
  const tools = toolsFor(settings);
  const call =
    (tool: Tool): Run =>
    (args, signal) =>
      runTool(platform, tool, args, settings, signal);
  const direct = () => new Map(tools.map((tool) => [tool.name, { offer: () => offerOf(tool), run: call(tool) }]));
  const entries: Map<string, Entry> = settings.dynamic ? dynamicEntries(tools, call, settings.readOnly) : direct();
  return () => {
    const server = new Server({ name: 'postern-platform', version }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, async () => ({
      tools: await Promise.all([...entries.values()].map(({ offer }) => offer())),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) =>
      entryNamed(entries, params.name).run(params.arguments, signal),
    );
    return server;
  };
}

function entryNamed<T>(entries: ReadonlyMap<string, T>, name: unknown): T {
  const entry = entries.get(String(name));
  if (!entry) throw new McpError(ErrorCode.InvalidParams, `there is no tool named ${String(name)}`);
  return entry;
}

async function offerOf(tool: Tool): Promise<Offer> {
  const { name, description, annotations } = tool;
  return { name, description, annotations, inputSchema: { ...(await inputSchemaOf(tool)), type: 'object' } };
}

const text = (value: unknown): ToolResult => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

// 412 schemas cost a model more than 100,000 tokens; these three cost a few hundred until one is asked for.
function dynamicEntries(tools: Tool[], call: (tool: Tool) => Run, readOnly: boolean): Map<string, Entry> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const name = { type: 'string', description: 'Name as list-operations gives it.' };
  const entry = (
    title: string,
    description: string,
    properties: JsonSchema,
    required: string[],
    writes: boolean,
    act: Run<Args>,
  ): [string, Entry] => {
    const annotations = {
      title,
      readOnlyHint: !writes,
      destructiveHint: writes,
      openWorldHint: title === 'call-operation',
    };
    const inputSchema = { type: 'object' as const, properties, required, additionalProperties: false };
    const run: Run = async (given, signal) => {
      let args: Args;
      try {
        args = checkArguments(given, inputSchema);
      } catch (error) {
        return failure(error);
      }
      return act(args, signal);
    };
    return [title, { offer: async () => ({ name: title, description, inputSchema, annotations }), run }];
  };
  const filter = {
    group: { type: 'string', description: 'Only this group.' },
    search: { type: 'string', description: 'Only operations whose name or description has all these words.' },
  };
  return new Map([
    entry('list-operations', 'Lists the operations of the platform by name.', filter, [], false, async (args) => {
      const words = String(args.search ?? '')
        .toLowerCase()
        .split(/\s+/);
      const found = tools.filter(
        ({ name: tool, description, listed }) =>
          (args.group === undefined || listed.groups.includes(String(args.group))) &&
          words.every((word) => `${tool} ${description}`.toLowerCase().includes(word)),
      );
      return text(found.map((tool) => ({ name: tool.name, description: tool.description })));
    }),
    entry('describe-operation', 'Gives the arguments an operation takes.', { name }, ['name'], false, async (args) =>
      text(await offerOf(entryNamed(byName, args.name))),
    ),
    entry(
      'call-operation',
      'Calls an operation; describe it first.',
      {
        name,
        arguments: {
          type: 'object',
          description: 'What inputSchema of describe-operation asks for, as an object.',
          additionalProperties: true,
        },
      },
      ['name'],
      !readOnly,
      (args, signal) => call(entryNamed(byName, args.name))(args.arguments, signal),
    ),
  ]);
}
