// Types of hyper-express 6.17.3 and uWebSockets.js, as far as they are used. They are written here because the
// packages are optional.

export interface RawRequest {
  forEach(each: (name: string, value: string) => void): void;
  getMethod(): string;
  getUrl(): string;
  getQuery(): string | undefined;
}

export interface RawResponse {
  onAborted(handler: () => void): void;
  onData(handler: (chunk: ArrayBuffer, last: boolean) => void): void;
  pause(): void;
  resume(): void;
  writeStatus(status: string): RawResponse;
  writeHeader(name: string, value: string): RawResponse;
  end(body: string | Buffer, close_connection: boolean): void;
  endWithoutBody(reported_length?: number, close_connection?: boolean): void;
  close(): void;
  getRemoteAddress(): ArrayBuffer;
}

export interface Request {
  readonly raw: RawRequest;
}

export interface Response {
  readonly raw: RawResponse;
  completed: boolean;
  atomic(work: () => void): void;
  close(): void;
}

export interface Server {
  readonly port: number;
  readonly uws_instance: {
    close(): void;
    /** Called when a connection opens (1) or closes (-1). */
    filter(handler: (connection: { close(): void }, count: number) => void): void;
  };
  set_error_handler(handler: (request: Request, response: Response, error: Error) => void): void;
  any(pattern: string, handler: (request: Request, response: Response) => void): void;
  listen(port: number, host: string): Promise<unknown>;
  close(): boolean;
}

export interface HyperExpress {
  Server: new (options: { auto_close: boolean; trust_proxy: boolean; max_body_length: number }) => Server;
}
