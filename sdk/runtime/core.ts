// The part of a client that stand-alone functions need: its options, validated once.
import { HTTPClient } from './http_client.ts';
import type { ClientOptions } from './options.ts';

const servers = ['https://api.vercel.com'];

/** A client without methods, for use with stand-alone functions. */
export class PlatformCore {
  declare readonly options: Readonly<ClientOptions>;
  readonly httpClient: HTTPClient;
  /** Base URL to which paths are appended. */
  readonly server: URL;
  /** Differences of answers that were already reported. */
  readonly told: Set<string> = new Set();

  constructor(options: ClientOptions = {}) {
    const server = servers[options.serverIdx ?? 0];
    if (!server) throw new RangeError(`serverIdx must be 0, got ${options.serverIdx}`);
    this.server = readServer(options.serverURL ?? server);
    // Not enumerable, so that printing a client does not print the token.
    Object.defineProperty(this, 'options', { value: { ...options }, enumerable: false });
    this.httpClient = options.httpClient ?? new HTTPClient();
  }

  /** Returns a new client with these options in place of the same ones of this client. */
  withOptions(options: ClientOptions): this {
    const { httpClient } = this;
    const Client = this.constructor as new (options: ClientOptions) => this;
    // The server is given by URL or by index; a new one replaces either.
    const { serverIdx, serverURL, ...kept } = this.options;
    const server = options.serverURL === undefined && options.serverIdx === undefined ? { serverIdx, serverURL } : {};
    return new Client({ httpClient, ...kept, ...server, ...options });
  }
}

/** Parses a server URL. Rejects credentials in it, which fetch would reject later and print. */
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
