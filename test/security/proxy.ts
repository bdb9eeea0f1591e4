// A proxy between client and gateway that records every secret in requests and responses.
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Names of JSON members and of query and fragment parameters whose values are secret. */
const SECRET_MEMBERS = new Set([
  'password',
  'token',
  'token_hash',
  'code',
  'auth_code',
  'code_verifier',
  'access_token',
  'refresh_token',
]);

export interface RecordingProxy {
  url: string;
  secrets: Map<string, string>;
  close(): Promise<void>;
}

export async function startSecretProxy(target: string): Promise<RecordingProxy> {
  const secrets = new Map<string, string>();
  const keep = (kind: string, value: unknown): void => {
    if (typeof value === 'string' && value.length >= 8) secrets.set(value, kind);
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) keep(kind, inner);
  };
  const readJson = (where: string, text: string): void => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      // A malformed body may still contain a password.
      for (const [, name, value] of text.matchAll(/"(\w+)"\s*:\s*"([^"\\]+)"/g)) {
        if (SECRET_MEMBERS.has(String(name))) keep(`${where} ${name}`, value);
      }
      return;
    }
    for (const [name, value] of Object.entries(parsed as object)) {
      if (SECRET_MEMBERS.has(name)) keep(`${where} ${name}`, value);
    }
  };
  const readParameters = (where: string, text: string | undefined): void => {
    for (const [name, value] of new URLSearchParams(text ?? '')) {
      if (SECRET_MEMBERS.has(name)) keep(`${where} ${name}`, value);
    }
  };

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      readJson(`request ${incoming.url?.split('?')[0]}`, body.toString('utf8'));
      readParameters('query', incoming.url?.split('?')[1]);
      keep('Authorization', /^bearer (.+)$/i.exec(incoming.headers.authorization ?? '')?.[1]);
      const { host, port } = { host: '127.0.0.1', port: new URL(target).port };
      const sent = forward({ host, port, method: incoming.method, path: incoming.url, headers: incoming.headers });
      sent.on('response', (response) => {
        const answered: Buffer[] = [];
        response.on('data', (chunk: Buffer) => answered.push(chunk));
        response.on('end', () => {
          const answer = Buffer.concat(answered);
          readJson('response', answer.toString('utf8'));
          const location = response.headers.location ?? '';
          readParameters('Location', location.split('#')[1]);
          readParameters('Location', location.split('#')[0]?.split('?')[1]);
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          outgoing.end(answer);
        });
      });
      sent.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secrets,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
