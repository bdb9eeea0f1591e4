// Load generator: each keep-alive connection sends its next request after the response to the last one, for a limited
// time.
import { Agent, request } from 'node:http';

export interface LoadRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  /** Returns the next request of a connection, or null if there is none. Responses except 503 are passed to `done`. */
  next(connection: number): LoadRequest | null;
  done?(connection: number, answer: { status: number; text: string }): void;
  /** Returns true for the status of a success. The default is each status below 300. */
  ok?(status: number): boolean;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  /** Sorted latencies in milliseconds. */
  times: number[];
}

/** Runs a load on `connections` connections for about `seconds`. Throws if `ok` returns false for a response. */
export async function runLoad(o: {
  port: number;
  connections: number;
  seconds: number;
  load: Load;
  ok?: (status: number) => boolean;
}): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: o.connections });
  const times: number[] = [];
  const ok = o.ok ?? o.load.ok ?? ((status: number) => status < 300);
  const began = performance.now();
  const until = began + o.seconds * 1000;
  const loop = async (connection: number): Promise<void> => {
    while (performance.now() < until) {
      const shot = o.load.next(connection);
      if (shot === null) return;
      const start = performance.now();
      const answer = await sendLoadRequest(agent, o.port, shot);
      if (answer.status !== 503) times.push(performance.now() - start);
      if (!ok(answer.status)) throw new Error(`${shot.method} ${shot.path} answered ${answer.status}: ${answer.text}`);
      // The server sheds load, so the client waits for a second, which is the Retry-After time.
      if (answer.status === 503) await new Promise((resolve) => setTimeout(resolve, 1000));
      else o.load.done?.(connection, answer);
    }
  };
  try {
    await Promise.all(Array.from({ length: o.connections }, (_, connection) => loop(connection)));
  } finally {
    agent.destroy();
  }
  times.sort((a, b) => a - b);
  return { requests: times.length, seconds: (performance.now() - began) / 1000, times };
}

export function sendLoadRequest(
  agent: Agent,
  port: number,
  shot: LoadRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, host: '127.0.0.1', port, method: shot.method, path: shot.path, headers: shot.headers ?? {} },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(shot.body);
  });
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}
