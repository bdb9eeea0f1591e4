// The socket that postgres.js gets. It connects to the first host of the list that accepts the session and matches
// target_session_attrs, within one connection attempt of the driver. The driver's own attempt fails if one host does
// not respond, and the driver does not recognize a former primary.
import { EventEmitter } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import {
  buildQueryMessage,
  createFrameReader,
  parseDataRow,
  parseErrorFrame,
  SSL_REQUEST,
  TERMINATE,
} from './frames.ts';
import type { Host, HostList } from './host_list.ts';
import type { SessionAttributes } from './session_attributes.ts';
import type { ConnectionTls } from './tls.ts';

export interface HostSocketOptions {
  list: HostList;
  tls: ConnectionTls;
  wanted: SessionAttributes;
  /** Timeout in milliseconds in which a host must accept the session; 0 means none. */
  timeout_ms: number;
}

/** Server properties that are queried before the driver gets the connection. */
interface ServerFacts {
  standby: boolean;
  /**
   * System identifier and timeline of the server. Each is empty if the server does not report it. A standby reports no
   * timeline.
   */
  system: string;
  timeline: string;
}

/**
 * Queries for the server properties. The second is for servers where the functions of the first are missing or not
 * allowed.
 */
const QUESTIONS = [
  `select pg_catalog.pg_is_in_recovery(), s.system_identifier, case when not pg_catalog.pg_is_in_recovery()
    then pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_insert_lsn()), 8) end
    from pg_catalog.pg_control_system() as s`,
  'select pg_catalog.pg_is_in_recovery()',
];

/** Effectively no timeout, for a connect_timeout of 0 as in libpq. */
const FOR_EVER_MS = 2 ** 31 - 1;
/** Time in milliseconds in which rounds over several hosts may start, if connect_timeout is 0. */
const SEVERAL_MS = 3_000;

/** Pause in milliseconds between two rounds if no host matches, because a failover may be in progress. */
const PAUSE_MS = 50;
/**
 * SQLSTATEs of a server that is starting, stopping or out of connections. With several hosts, the next one is tried.
 */
const ELSEWHERE = new Set(['57P01', '57P02', '57P03', '53300']);

/** Error of one host. By default, it has the error code of a broken connection. */
class HostError extends Error {
  readonly code: string;
  constructor(message: string, code = 'CONNECTION_CLOSED') {
    super(message);
    this.name = 'HostError';
    this.code = code;
  }
}

/** Implements the part of net.Socket that postgres.js uses. */
export class HostSocket extends EventEmitter {
  host = '';
  port = 0;
  readonly #o: HostSocketOptions;
  readonly #stop = new AbortController();
  #raw: Socket | undefined;
  #state: 'new' | 'connecting' | 'open' | 'closed' = 'new';

  constructor(o: HostSocketOptions) {
    super();
    this.#o = o;
  }

  /** Returns 'open' also while the socket connects, because the driver ends only open sockets. */
  get readyState(): 'open' | 'closed' {
    return this.#state === 'closed' ? 'closed' : 'open';
  }

  /** Writes data. The first message is the driver's StartupMessage, which is sent to each host that is tried. */
  write(data: Buffer, written?: () => void): boolean {
    if (this.#state !== 'new') return this.#raw?.write(data, written) ?? true;
    this.#state = 'connecting';
    void this.#connect(data);
    return true;
  }

  end(data: Buffer): void {
    if (this.#state === 'open') this.#raw?.end(data);
    else this.destroy();
  }

  destroy(): void {
    if (this.#state === 'open') this.#raw?.destroy();
    else if (this.#state !== 'closed') {
      this.#stop.abort();
      this.#raw?.destroy();
      this.#close(false);
    }
  }

  pause(): void {
    this.#raw?.pause();
  }

  resume(): void {
    this.#raw?.resume();
  }

  setKeepAlive(on: boolean, delay_ms: number): void {
    this.on('connected', () => this.#raw?.setKeepAlive(on, delay_ms));
  }

  async #connect(startup: Buffer): Promise<void> {
    const { list, timeout_ms, wanted } = this.#o;
    const several = list.hosts.length > 1;
    const until = performance.now() + (timeout_ms || SEVERAL_MS);
    for (;;) {
      let fault: unknown;
      // With prefer-standby, a primary is used only if no standby accepts the session.
      for (const choice of wanted === 'prefer-standby' ? (['standby', 'any'] as const) : [wanted]) {
        for (const host of list.hosts) {
          try {
            await this.#attempt(host, startup, choice);
            return;
          } catch (error) {
            if (this.#stop.signal.aborted) return;
            if (several) list.failed(host);
            // Keeps the error of an earlier host, because it tells the operator more than the message that this host is
            // unsuitable.
            if (!(error instanceof UnsuitableHostError && fault !== undefined)) fault = error;
          }
        }
      }
      if (!several || performance.now() > until) {
        this.emit('error', fault);
        process.nextTick(() => this.#close(true));
        return;
      }
      await sleep(PAUSE_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
    }
  }

  /**
   * Connects to one host. Resolves when the session is established, or when the host has refused it and the driver has
   * received the error. Rejects if another host should be tried or if the connection fails.
   */
  async #attempt(host: Host, startup: Buffer, wanted: SessionAttributes): Promise<void> {
    const { timeout_ms, tls, list } = this.#o;
    const several = list.hosts.length > 1;
    const where = nameOf(host);
    [this.host, this.port] = [host.host, host.port];
    const socket = host.host.startsWith('/') ? connect(where) : connect(host.port, host.host);
    // Prevents an unhandled 'error' event. After the handshake the encrypted socket emits errors.
    socket.on('error', () => undefined);
    this.#raw = socket;
    let late: HostError | undefined;
    const timer = setTimeout(() => {
      late = new HostError(`write CONNECT_TIMEOUT ${where}`, 'CONNECT_TIMEOUT');
      this.#raw?.destroy();
    }, timeout_ms || FOR_EVER_MS);
    try {
      await waitForEvent(socket, 'connect');
      if (!host.host.startsWith('/') && tls.mode !== 'disable') this.#raw = await connectWithTls(socket, host, tls);
      this.emit('connected');
      const begun = await this.#begin(this.#raw, startup, () => {
        // With a single host, the timeout ends here, because behind a pooler the query of the server properties may
        // wait for a server connection. The statement that needs the connection has its own deadline.
        if (!several) clearTimeout(timer);
      });
      if (begun !== null) this.#check(begun.facts, wanted);
      this.#state = 'open';
      if (begun === null) return;
      list.worked(host);
      const { system, timeline } = begun.facts;
      const raw = this.#raw;
      if (timeline !== '') raw.once('close', list.lineage.join({ system, timeline, leave: () => raw.destroy() }));
      this.emit('data', begun.ready);
    } catch (error) {
      if (error instanceof UnsuitableHostError) this.#raw.end(TERMINATE);
      else this.#raw.destroy();
      throw late ?? error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Forwards the handshake messages to the driver. Holds the last one (ReadyForQuery) back until the server
   * properties are known. Resolves to null if the server refuses the session, so that the driver reports the reason.
   * Rejects if another host should be tried or the connection fails.
   */
  #begin(raw: Socket, startup: Buffer, accepted: () => void): Promise<{ facts: ServerFacts; ready: Buffer } | null> {
    const frames = createFrameReader();
    const several = this.#o.list.hosts.length > 1;
    const questions = [...QUESTIONS];
    let facts: ServerFacts | undefined;
    let ready: Buffer | undefined;
    return new Promise((resolve, reject) => {
      const hear = (frame: Buffer): void => {
        const type = String.fromCharCode(frame[0] ?? 0);
        if (
          type === 'E' &&
          (ready === undefined ? several && ELSEWHERE.has(parseErrorFrame(frame).code) : questions.length === 0)
        )
          reject(new HostError(parseErrorFrame(frame).message, parseErrorFrame(frame).code));
        else if (type === 'Z' && facts !== undefined && ready !== undefined) resolve({ facts, ready });
        else if (type === 'Z') {
          if (ready === undefined) accepted();
          ready ??= frame;
          raw.write(buildQueryMessage(questions.shift() ?? ''));
        } else if (ready === undefined) {
          this.emit('data', frame);
          if (type === 'E') resolve(null);
        } else if (type === 'D') {
          const [standby, system = '', timeline = ''] = parseDataRow(frame);
          facts = { standby: standby === 't', system, timeline };
        }
      };
      raw.on('data', (chunk: Buffer) => {
        if (this.#isOpen(raw)) this.emit('data', chunk);
        else for (const frame of frames(chunk)) hear(frame);
      });
      raw.on('drain', () => this.#isOpen(raw) && this.emit('drain'));
      raw.on('error', (error) => (this.#isOpen(raw) ? this.emit('error', error) : reject(error)));
      raw.on('close', (failed) => {
        if (this.#isOpen(raw)) this.#close(failed);
        else reject(new HostError(`${this.host}:${this.port} has closed the connection`));
      });
      raw.write(startup);
    });
  }

  #isOpen(raw: Socket): boolean {
    return this.#state === 'open' && this.#raw === raw;
  }

  #check(facts: ServerFacts, wanted: SessionAttributes): void {
    const where = `${this.host}:${this.port}`;
    if (facts.timeline !== '' && this.#o.list.lineage.isOutdated(facts))
      throw new UnsuitableHostError(`${where} is a former primary: a server on a newer timeline has been seen`);
    if (!matchesAttributes(wanted, facts)) throw new UnsuitableHostError(`${where} is not ${wanted}`);
  }

  #close(failed: boolean): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.emit('close', failed);
  }
}

/** Thrown if a server does not match target_session_attrs or is a former primary. */
class UnsuitableHostError extends HostError {}

const nameOf = ({ host, port }: Host): string =>
  host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`;

/**
 * Returns true if a server matches the attributes. read-write requires a primary; default_transaction_read_only is
 * not checked.
 */
function matchesAttributes(wanted: SessionAttributes, { standby }: ServerFacts): boolean {
  if (wanted === 'any') return true;
  return standby === (wanted === 'standby' || wanted === 'prefer-standby' || wanted === 'read-only');
}

/** Returns the first value of an event. Rejects if the socket fails or closes first. */
function waitForEvent(socket: Socket, event: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(new HostError('the server has closed the connection'));
    const done = (): void => {
      socket.off('error', reject);
      socket.off('close', closed);
    };
    socket.once(event, (value) => {
      done();
      resolve(value);
    });
    socket.once('error', reject);
    socket.once('close', closed);
  });
}

async function connectWithTls(
  socket: Socket,
  { host }: Host,
  tls: Exclude<ConnectionTls, { mode: 'disable' }>,
): Promise<Socket> {
  socket.write(SSL_REQUEST);
  const answer = String(await waitForEvent(socket, 'data'));
  if (answer === 'N' && tls.mode === 'prefer') return socket;
  // Bytes after the S would be unencrypted and could come from an attacker, so the answer must be exactly S.
  if (answer !== 'S') throw new HostError(`${host} does not speak TLS, which sslmode asks for`);
  const secure = connectTls({
    socket,
    ...(isIP(host) ? {} : { servername: host }),
    ...(tls.mode === 'prefer' ? { rejectUnauthorized: false } : tls.options),
  });
  await waitForEvent(secure, 'secureConnect');
  return secure;
}
