// The MCP server: lists the tools and calls them, directly or through the three dynamic tools.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { dynamicEntries, searchOver, unknownOperation } from './dynamic.ts';
import type { Settings } from './flags.ts';
import { instructionsFor } from './instructions.ts';
import { letters, Names } from './names.ts';
import type { Offer, Run, ToolEntry } from './offer.ts';
import { Platform, version } from './platform.ts';
import { type Notify, Progress } from './progress.ts';
import { runTool } from './run.ts';
import { inputSchemaOf, outputSchemaOf, type Tool, toolsFor } from './tools.ts';

const progressEveryMs = 5000;

/** Creates a server; HTTP needs one per request, possibly with the client's token. */
export type MakeServer = (clientToken?: string) => Server;

/** Creates servers that share the tools and, unless clients have their own tokens, the API client. */
export function serverFactory(settings: Settings): MakeServer {
  const tools = toolsFor(settings);
  const everything = new Names(toolsFor({ tools: [], groups: [], readOnly: false }));
  const offered = { names: new Names(tools), search: searchOver(tools), everything };
  const shared = clientFor(settings, settings.bearerToken);
  const instructions = instructionsFor(settings);
  return (clientToken) => {
    const platform = clientToken === undefined ? shared : clientFor(settings, clientToken);
    const runOf =
      (tool: Tool): Run =>
      (args, calling) =>
        runTool(platform, tool, args, settings, calling);
    const entries: Map<string, ToolEntry> = settings.dynamic
      ? dynamicEntries(tools, offered, runOf, settings)
      : new Map(tools.map((tool) => [tool.name, { offer: () => offerOf(tool), run: runOf(tool) }]));
    const server = new Server({ name: 'postern-platform', version }, { capabilities: { tools: {} }, instructions });
    server.setRequestHandler(ListToolsRequestSchema, async () => ({
      tools: await Promise.all([...entries.values()].map(({ offer }) => offer())),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
      const named = settings.dynamic ? ownName(entries, params.name) : offered.names.one(params.name)?.name;
      const entry = entries.get(params.name) ?? entries.get(named ?? '');
      // The model would not see a protocol error, and only the model can use the suggestions.
      if (!entry) return unknownOperation(offered, params.name, settings.dynamic);
      const token = _meta?.progressToken;
      const notify: Notify | undefined =
        token === undefined
          ? undefined
          : (progress) => {
              const notice = {
                method: 'notifications/progress' as const,
                params: { progressToken: token, ...progress },
              };
              sendNotification(notice).catch((error: unknown) => console.error('progress was not sent:', error));
            };
      const progress = new Progress(notify, progressEveryMs);
      try {
        return await entry.run(params.arguments, { signal, progress });
      } finally {
        progress.end();
      }
    });
    return server;
  };
}

/** Returns the tool with this name in another spelling, such as `call_operation`. */
function ownName(entries: ReadonlyMap<string, ToolEntry>, text: string): string | undefined {
  return [...entries.keys()].find((name) => letters(name) === letters(text));
}

function clientFor({ serverURL, teamId, slug, timeout }: Settings, bearerToken: string | undefined): Platform {
  return new Platform({
    bearerToken,
    serverURL,
    teamId,
    slug,
    timeoutMs: timeout * 1000,
    userAgent: `postern-platform-mcp/${version}`,
  });
}

async function offerOf(tool: Tool): Promise<Offer> {
  const { name, description, annotations } = tool;
  const [inputSchema, outputSchema] = await Promise.all([inputSchemaOf(tool), outputSchemaOf(tool)]);
  return {
    name,
    description,
    annotations,
    inputSchema: { ...inputSchema, type: 'object' },
    outputSchema: { ...outputSchema, type: 'object' },
  };
}
