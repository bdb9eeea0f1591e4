// The command line: `start` and its flags.
import { parseArgs } from 'node:util';

export interface Settings {
  transport: 'stdio' | 'http';
  host: string;
  port: number;
  accessToken: string | undefined;
  bearerToken: string | undefined;
  serverURL: string | undefined;
  teamId: string | undefined;
  slug: string | undefined;
  tools: string[];
  groups: string[];
  readOnly: boolean;
  dynamic: boolean;
  maxItems: number;
  maxSeconds: number;
  maxBytes: number;
  /** Seconds until an answer must be there; until a download or a stream must have begun. */
  timeout: number;
  /** Whether tools may read and write files of this machine. */
  paths: boolean;
}

export const help = `Usage: platform-mcp start [flags]

  --bearer-token TOKEN   access token; default: environment variable POSTERN_PLATFORM_TOKEN
  --server-url URL       another address of the API
  --team-id ID           team for every operation that takes one
  --slug SLUG            the same by the team's slug
  --tool NAME            offer only this tool (may be repeated)
  --group NAME           offer only this group of tools (may be repeated)
  --read-only            offer only tools that change nothing
  --dynamic              offer three tools that list, describe and call the others
  --max-items N          most entries read from a stream of log lines (100)
  --max-seconds N        longest time a stream is followed (20)
  --max-bytes N          largest download returned as base64 (5000000)
  --timeout N            seconds until an answer must be there, or a download begin, uploads included (120)
  --transport KIND       stdio (default) or http
  --host HOST            address to listen on with http (127.0.0.1)
  --port N               port to listen on with http (2718)
  --access-token TOKEN   what HTTP clients must send as bearer token; default: environment variable
                         POSTERN_MCP_ACCESS_TOKEN; required when --host is not loopback
  --allow-paths          let tools read and write files although --host is not loopback
  --help, --version
`;

/** A command line that cannot be followed. */
export class UsageError extends Error {}

const options = {
  'bearer-token': { type: 'string' },
  'server-url': { type: 'string' },
  'team-id': { type: 'string' },
  slug: { type: 'string' },
  tool: { type: 'string', multiple: true },
  group: { type: 'string', multiple: true },
  'read-only': { type: 'boolean' },
  dynamic: { type: 'boolean' },
  'max-items': { type: 'string' },
  'max-seconds': { type: 'string' },
  'max-bytes': { type: 'string' },
  timeout: { type: 'string' },
  transport: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  'access-token': { type: 'string' },
  'allow-paths': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** True for addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

export function readFlags(args: string[], env: Record<string, string | undefined>): Settings | 'help' | 'version' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  if (positionals.length !== 1 || positionals[0] !== 'start') throw new UsageError('the command is: start');
  const transport = values.transport ?? 'stdio';
  if (transport !== 'stdio' && transport !== 'http') throw new UsageError('--transport is stdio or http');
  const host = values.host ?? '127.0.0.1';
  const settings: Settings = {
    transport,
    host,
    port: whole('port', values.port, 2718, 0),
    accessToken: (values['access-token'] ?? env.POSTERN_MCP_ACCESS_TOKEN) || undefined,
    bearerToken: (values['bearer-token'] ?? env.POSTERN_PLATFORM_TOKEN) || undefined,
    serverURL: values['server-url'],
    teamId: values['team-id'],
    slug: values.slug,
    tools: values.tool ?? [],
    groups: values.group ?? [],
    readOnly: values['read-only'] ?? false,
    dynamic: values.dynamic ?? false,
    maxItems: whole('max-items', values['max-items'], 100, 1),
    maxSeconds: whole('max-seconds', values['max-seconds'], 20, 1),
    maxBytes: whole('max-bytes', values['max-bytes'], 5_000_000, 1),
    timeout: whole('timeout', values.timeout, 120, 1),
    paths: transport === 'stdio' || isLoopback(host) || (values['allow-paths'] ?? false),
  };
  if (transport === 'http' && !isLoopback(host) && !settings.accessToken) {
    throw new UsageError('listening beyond loopback needs --access-token: anyone who connects can use your account');
  }
  return settings;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function whole(name: string, text: string | undefined, fallback: number, least: number): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least)) throw new UsageError(`--${name} must be a whole number of at least ${least}`);
  return value;
}
