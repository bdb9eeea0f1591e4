// A DNS server on loopback that knows the names of a test. Answers over UDP, without compression.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface Zone {
  mx?: readonly string[];
  a?: string;
  /** Fault of the server: it answers with a failure, or not at all. */
  fault?: 'failure' | 'silent';
}

export interface Dns {
  /** Address and port. */
  address: string;
  /** Questions so far, as `TYPE name`. */
  asked: string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 15: 'MX', 28: 'AAAA' };
const [NAME_ERROR, SERVER_FAILURE] = [3, 2];

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

function questionOf(query: Buffer): { name: string; type: string; bytes: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = TYPES[query.readUInt16BE(at + 1)] ?? 'other';
  return { name: labels.join('.').toLowerCase(), type, bytes: query.subarray(12, at + 5) };
}

function record(name: string, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(60, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), head, data]);
}

/** Starts a DNS server on a free port. Names that are not in `zones` do not exist. */
export async function createDns(zones: Readonly<Record<string, Zone>>): Promise<Dns> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, bytes } = questionOf(query);
    asked.push(`${type} ${name}`);
    const zone = zones[name];
    if (zone?.fault === 'silent') return;
    const answers =
      type === 'MX'
        ? (zone?.mx ?? []).map((server) => record(name, 15, Buffer.concat([Buffer.from([0, 10]), encodeName(server)])))
        : type === 'A' && zone?.a
          ? [record(name, 1, Buffer.from(zone.a.split('.').map(Number)))]
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
