// Starts the server that the command line requests.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { help, readFlags, type Settings, UsageError } from './flags.ts';
import { listen } from './http.ts';
import { version } from './platform.ts';
import { serverFactory } from './server.ts';

/** Runs the command. Standard output belongs to the protocol, so messages for people go to standard error. */
export async function main(args: string[], env: Record<string, string | undefined>): Promise<void> {
  try {
    const settings = readFlags(args, env);
    if (settings === 'help') console.log(help);
    else if (settings === 'version') console.log(version);
    else await start(settings);
  } catch (error) {
    const usage = error instanceof UsageError || error instanceof RangeError || error instanceof TypeError;
    console.error(usage ? `${error.message}\n\n${help}` : error);
    process.exitCode = usage ? 2 : 1;
  }
}

async function start(settings: Settings): Promise<void> {
  const makeServer = serverFactory(settings);
  if (!settings.bearerToken && !settings.clientTokens)
    console.error('No access token: most operations will answer 401 or 403.');
  if (settings.transport === 'stdio') {
    const server = makeServer();
    await server.connect(new StdioServerTransport());
    onSignal(() => server.close());
    return;
  }
  const http = await listen(settings, makeServer);
  const address = http.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  console.error(`MCP on http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}/mcp`);
  onSignal(async () => {
    http.close();
    http.closeAllConnections();
  });
}

function onSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
