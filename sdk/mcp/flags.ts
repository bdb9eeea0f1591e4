// The command line: `start` and its flags.
import { realpathSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { presets } from './presets.ts';

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
  /** Default limit of an answer, in characters. */
  maxChars: number;
  /** True if each HTTP client sends its own platform token instead of using this server's. */
  clientTokens: boolean;
  /** URL of the OAuth server that issues such tokens. */
  authorizationServer: string | undefined;
  /** This server's URL as clients see it. */
  publicURL: string | undefined;
  /** Timeout for an answer, or for the start of a download or stream, in seconds. */
  timeout: number;
  /** Folder below which tools may read and write files; without one they use none. */
  files: string | undefined;
}

export const help = `Usage: platform-mcp start [flags]

  --bearer-token TOKEN   platform access token (default: environment variable POSTERN_PLATFORM_TOKEN)
  --server-url URL       send requests to another address of the API
  --team-id ID           team for every operation that takes one
  --slug SLUG            the same, by the slug of the team
  --tool NAME            offer only this tool (repeatable)
  --group NAME           offer only the tools of this group (repeatable)
  --preset NAME          offer only the tools of one task: ${Object.keys(presets).join(', ')} (repeatable)
  --read-only            offer only tools that change nothing
  --dynamic              offer three tools that list, describe and call the operations
  --max-items N          maximum number of entries read from a log stream (100)
  --max-seconds N        maximum number of seconds to follow a stream (20)
  --max-bytes N          maximum size of a download returned as base64 (5000000)
  --max-chars N          maximum length of an answer, unless a call sets maxChars (20000)
  --timeout N            seconds to wait for an answer or the start of a download, uploads included (120)
  --transport KIND       stdio (default) or http
  --host HOST            address to listen on with http (127.0.0.1)
  --port N               port to listen on with http (2718)
  --access-token TOKEN   bearer token that HTTP clients must send (default: environment variable
                         POSTERN_MCP_ACCESS_TOKEN); required when --host is not loopback
  --client-tokens        require every HTTP client to send its own platform token; the server has none
  --authorization-server URL
                         OAuth server where clients get that token; implies --client-tokens
  --public-url URL       address of this server as clients see it, behind a proxy
  --files DIR            let tools read and write files below this folder; without it they access no files
  --help, --version
`;

/** An invalid command line. */
export class UsageError extends Error {}

const options = {
  'bearer-token': { type: 'string' },
  'server-url': { type: 'string' },
  'team-id': { type: 'string' },
  slug: { type: 'string' },
  tool: { type: 'string', multiple: true },
  group: { type: 'string', multiple: true },
  preset: { type: 'string', multiple: true },
  'read-only': { type: 'boolean' },
  dynamic: { type: 'boolean' },
  'max-items': { type: 'string' },
  'max-seconds': { type: 'string' },
  'max-bytes': { type: 'string' },
  'max-chars': { type: 'string' },
  timeout: { type: 'string' },
  transport: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  'access-token': { type: 'string' },
  'client-tokens': { type: 'boolean' },
  'authorization-server': { type: 'string' },
  'public-url': { type: 'string' },
  files: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** Returns true for addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

export function readFlags(args: string[], env: Record<string, string | undefined>): Settings | 'help' | 'version' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  if (positionals.length !== 1 || positionals[0] !== 'start') throw new UsageError('the only command is: start');
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
    tools: [...(values.tool ?? []), ...(values.preset ?? []).flatMap(presetOf)],
    groups: values.group ?? [],
    readOnly: values['read-only'] ?? false,
    dynamic: values.dynamic ?? false,
    maxItems: whole('max-items', values['max-items'], 100, 1),
    maxSeconds: whole('max-seconds', values['max-seconds'], 20, 1),
    maxBytes: whole('max-bytes', values['max-bytes'], 5_000_000, 1),
    maxChars: whole('max-chars', values['max-chars'], 20_000, 100),
    clientTokens: values['client-tokens'] ?? values['authorization-server'] !== undefined,
    authorizationServer: url('authorization-server', values['authorization-server']),
    publicURL: url('public-url', values['public-url']),
    timeout: whole('timeout', values.timeout, 120, 1),
    files: folder(values.files),
  };
  checkTokens(settings);
  return settings;
}

function checkTokens({ transport, host, accessToken, bearerToken, clientTokens }: Settings): void {
  if (clientTokens && transport !== 'http') throw new UsageError('--client-tokens needs --transport http');
  if (clientTokens && accessToken) throw new UsageError('clients cannot send --access-token and a token of their own');
  if (clientTokens && bearerToken) throw new UsageError('with --client-tokens this server has no token of its own');
  if (transport === 'http' && !isLoopback(host) && !accessToken && !clientTokens) {
    throw new UsageError(
      'listening beyond loopback needs --access-token or --client-tokens: anyone who connects can use your account',
    );
  }
}

function presetOf(name: string): readonly string[] {
  const tools = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (!tools) throw new UsageError(`--preset is one of ${Object.keys(presets).join(', ')}`);
  return tools;
}

function folder(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError('--files must name a folder');
  return realpathSync(path);
}

function url(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : ''))
    throw new UsageError(`--${name} must be an http or https address`);
  return value;
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
