// Network access: a fetch function with hooks.
import { supplied } from './failure.ts';

export type Fetcher = (input: Request, init?: RequestInit) => Promise<Response>;
/** Gets each request before it is sent and may replace it. */
export type BeforeRequestHook =
  | ((request: Request) => void)
  | ((request: Request) => Request | undefined | Promise<Request | undefined>);
/** Gets the exception of a request without an answer. */
export type RequestErrorHook = (error: unknown, request: Request) => void | Promise<void>;
/** Gets each answer. */
export type ResponseHook = (response: Response, request: Request) => void | Promise<void>;

interface Hooks {
  beforeRequest: BeforeRequestHook[];
  requestError: RequestErrorHook[];
  response: ResponseHook[];
}

/** An HTTP client over the standard fetch interface. */
export class HTTPClient {
  readonly #fetcher: Fetcher;
  #hooks: Hooks = { beforeRequest: [], requestError: [], response: [] };

  constructor(options: { fetcher?: Fetcher } = {}) {
    // Resolved per call, so that a fetch replaced later (tests, instrumentation) is used.
    this.#fetcher = options.fetcher ?? ((request) => fetch(request));
  }

  /** Sends one request through the hooks. */
  async request(request: Request): Promise<Response> {
    let current = request;
    let sending = false;
    let response: Response | undefined;
    try {
      for (const hook of this.#hooks.beforeRequest) current = (await hook(current)) || current;
      sending = true;
      response = await this.#fetcher(current);
      sending = false;
      for (const hook of this.#hooks.response) await hook(response, current);
      return response;
    } catch (error) {
      // An answer whose hook threw is not read. Errors of its cancellation are ignored in favour of the exception.
      if (response?.body && !response.body.locked) response.body.cancel().catch(() => undefined);
      return supplied(async () => {
        for (const hook of this.#hooks.requestError) await hook(error, current);
        if (!sending) throw error;
      }).then(() => Promise.reject(error));
    }
  }

  /** Adds a hook; hooks of a kind run in the order of their addition. */
  addHook<K extends keyof Hooks>(kind: K, hook: Hooks[K][number]): this {
    this.#list(kind).push(hook);
    return this;
  }

  /** Removes a hook. */
  removeHook<K extends keyof Hooks>(kind: K, hook: Hooks[K][number]): this {
    const list = this.#list(kind);
    const at = list.indexOf(hook);
    if (at >= 0) list.splice(at, 1);
    return this;
  }

  /** Returns a copy with the same fetcher and hooks. */
  clone(): HTTPClient {
    const copy = new HTTPClient({ fetcher: this.#fetcher });
    const { beforeRequest, requestError, response } = this.#hooks;
    copy.#hooks = { beforeRequest: [...beforeRequest], requestError: [...requestError], response: [...response] };
    return copy;
  }

  #list<K extends keyof Hooks>(kind: K): Hooks[K][number][] {
    if (!Object.hasOwn(this.#hooks, kind)) throw new TypeError(`Unknown hook: ${String(kind)}`);
    return this.#hooks[kind];
  }
}
