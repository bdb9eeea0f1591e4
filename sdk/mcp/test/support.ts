// Starts the MCP server as users do and connects the official client to it.
import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { readFlags, type Settings } from '../flags.ts';
import { listen } from '../http.ts';
import { serverFactory } from '../server.ts';

export const bin = fileURLToPath(new URL('../bin.ts', import.meta.url));

export interface Connection {
  client: Client;
  stop: () => Promise<void>;
}

const info = { name: 'test', version: '1.0.0' };

export async function overStdio(flags: string[], env: Record<string, string> = {}): Promise<Connection> {
  const client = new Client(info);
  const args = ['--unhandled-rejections=strict', bin, 'start', ...flags];
  // The transport passes on little of this process's environment; without the cache each start compiles everything
  // again.
  const { NODE_COMPILE_CACHE } = process.env;
  const passed = NODE_COMPILE_CACHE === undefined ? env : { NODE_COMPILE_CACHE, ...env };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: passed, stderr: 'ignore' }));
  return { client, stop: () => client.close() };
}

export interface Listening {
  url: string;
  child: ChildProcess;
}

export async function startHttp(flags: string[]): Promise<Listening> {
  const child = spawn(process.execPath, [bin, 'start', '--transport', 'http', '--port', '0', ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /MCP on (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return { url, child };
}

export async function connectTo(url: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client(info);
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as Transport);
  return client;
}

export async function overHttp(flags: string[]): Promise<Connection> {
  const { url, child } = await startHttp(flags);
  const client = await connectTo(url);
  const stop = async () => {
    await client.close();
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  };
  return { client, stop };
}

/** Starts the same server over HTTP, in this process. */
export async function overHttpHere(flags: string[]): Promise<Connection> {
  const settings = readFlags(['start', '--transport', 'http', '--port', '0', ...flags], {}) as Settings;
  const http = await listen(settings, serverFactory(settings));
  const client = await connectTo(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`);
  const stop = async () => {
    await client.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  return { client, stop };
}

/** Starts the same server on a pair of streams, in this process. */
export async function overStreamsHere(flags: string[]): Promise<Connection> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = serverFactory(readFlags(['start', ...flags], {}) as Settings)();
  const client = new Client(info);
  // Both ends read one stream and write the other, one message per line.
  const near = new StdioServerTransport(output, input);
  await Promise.all([server.connect(new StdioServerTransport(input, output)), client.connect(near)]);
  const stop = async () => {
    await client.close();
    await server.close();
  };
  return { client, stop };
}

interface Answer {
  isError: boolean;
  data: Record<string, unknown>;
}

/** Calls a tool and parses its single text item as JSON. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const result = await client.callTool({ name, arguments: args });
  const [item] = result.content as { type: string; text: string }[];
  return { isError: result.isError === true, data: JSON.parse(item!.text) as Record<string, unknown> };
}

interface Result {
  isError: boolean;
  texts: string[];
  structured: unknown;
}

/** Creates a server and a client in this process. */
export async function inProcess(flags: string[]) {
  const client = new Client(info);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = serverFactory(readFlags(['start', ...flags], {}) as Settings)();
  await Promise.all([server.connect(far), client.connect(near)]);
  const callTool = async (name: string, args: Record<string, unknown>, options?: RequestOptions): Promise<Result> => {
    const result = await client.callTool({ name, arguments: args }, undefined, options);
    const texts = (result.content as { text: string }[]).map(({ text }) => text);
    return { isError: result.isError === true, texts, structured: result.structuredContent };
  };
  return { client, call: callTool, stop: () => client.close() };
}
