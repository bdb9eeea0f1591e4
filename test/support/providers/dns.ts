// A DNS server on loopback with the records of a test. Responds over UDP, without name compression.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface DnsRecords {
  mx?: readonly string[];
  a?: string;
  txt?: readonly string[];
  /** Response to every query for the name: SERVFAIL, or no response. */
  fault?: 'failure' | 'silent';
}

export interface DnsServer {
  /** Address and port of the DNS server. */
  address: string;
  /** Received queries, as `TYPE name`. */
  asked: string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' };
const [NAME_ERROR, SERVER_FAILURE] = [3, 2];

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function parseQuestion(query: Buffer): { name: string; type: string; bytes: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = TYPES[query.readUInt16BE(at + 1)] ?? 'other';
  return { name: labels.join('.').toLowerCase(), type, bytes: query.subarray(12, at + 5) };
}

function encodeRecord(name: string, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(60, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), head, data]);
}

/** Encodes the text of a TXT record, split into parts of the maximum length. */
const encodeText = (text: string): Buffer =>
  Buffer.concat((text.match(/.{1,255}/gs) ?? ['']).map((part) => Buffer.from([part.length, ...Buffer.from(part)])));

/** Starts a DNS server on a free port. Names outside `zones` do not exist. */
export async function startDnsServer(zones: Readonly<Record<string, DnsRecords>>): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, bytes } = parseQuestion(query);
    asked.push(`${type} ${name}`);
    const zone = zones[name];
    if (zone?.fault === 'silent') return;
    const answers =
      type === 'MX'
        ? (zone?.mx ?? []).map((server) =>
            encodeRecord(name, 15, Buffer.concat([Buffer.from([0, 10]), encodeName(server)])),
          )
        : type === 'TXT'
          ? (zone?.txt ?? []).map((text) => encodeRecord(name, 16, encodeText(text)))
          : type === 'A' && zone?.a
            ? [encodeRecord(name, 1, Buffer.from(zone.a.split('.').map(Number)))]
            : [];
    const code = zone === undefined ? NAME_ERROR : zone.fault === 'failure' ? SERVER_FAILURE : 0;
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([head, bytes, ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { address, port } = socket.address();
  return {
    address: `${address}:${port}`,
    asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
