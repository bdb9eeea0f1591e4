// The part of a client that stand-alone functions need: its options, checked once.
import { HTTPClient } from './http_client.ts';
import type { ClientOptions } from './options.ts';

const servers = ['https://api.vercel.com'];

/** A client without methods, for use with stand-alone functions. */
export class PlatformCore {
  declare readonly options: Readonly<ClientOptions>;
  readonly httpClient: HTTPClient;
  /** Address that paths are appended to. */
  readonly server: URL;
  /** Which differences of answers were told. */
  readonly told: Set<string> = new Set();

  constructor(options: ClientOptions = {}) {
    const server = servers[options.serverIdx ?? 0];
    if (!server) throw new RangeError(`serverIdx must be 0, got ${options.serverIdx}`);
    this.server = readServer(options.serverURL ?? server);
    // The token must not show up when a client is printed.
    Object.defineProperty(this, 'options', { value: { ...options }, enumerable: false });
    this.httpClient = options.httpClient ?? new HTTPClient();
  }

  /** A client of its own with these options in place of the same ones of this client. */
  withOptions(options: ClientOptions): this {
    const { httpClient } = this;
    const Client = this.constructor as new (options: ClientOptions) => this;
    // A server of its own is named by address or by number; the new one replaces either.
    const { serverIdx, serverURL, ...kept } = this.options;
    const server = options.serverURL === undefined && options.serverIdx === undefined ? { serverIdx, serverURL } : {};
    return new Client({ httpClient, ...kept, ...server, ...options });
  }
}

/** Reads a server address; credentials in it are refused, as fetch would refuse them later and print them. */
export function readServer(address: string | URL): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new TypeError('serverURL is not a valid URL');
  }
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('serverURL must start with http:// or https://');
  if (url.username || url.password) throw new TypeError('serverURL must not contain credentials');
  return url;
}
