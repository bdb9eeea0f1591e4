// A TLS proxy in front of a server on loopback. The test process trusts the private authority of its certificate until
// close().
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAuthority } from './certificates.ts';

export interface TlsFront {
  /** HTTPS address of the proxy. It forwards requests to the port set with `to`. */
  url: string;
  to(port: number): void;
  close(): void;
}

export async function startTlsFront(): Promise<TlsFront> {
  const authority = createAuthority(`Postern test authority ${randomBytes(4).toString('hex')}`);
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, authority.cert]);
  let port = 0;
  const server = createServer(authority.issue('localhost', ['127.0.0.1', 'localhost']), (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    to: (chosen) => {
      port = chosen;
    },
    close() {
      setDefaultCACertificates(before);
      server.close();
      server.closeAllConnections();
    },
  };
}
