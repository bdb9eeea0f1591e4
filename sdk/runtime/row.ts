// The facts of one operation: a row of text that defines its request, and its schemas behind a dynamic import.
import type { Schema } from './schema.ts';

/** Schemas of one operation. */
export interface OperationSchemas {
  /** The argument object in wire names; a root body is the object itself. */
  readonly input: Schema;
  /** Bodies of successful answers by status; null means no body. */
  readonly answers: Readonly<Record<string, Schema | null>>;
}

/** A row parsed from its text. */
export interface Row {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: readonly string[];
  /** Accepts the query parameters teamId and slug. */
  readonly scope: boolean;
  /** `root?`: the body is the argument object itself, or absent. */
  readonly body: 'json' | 'root' | 'root?' | 'octets' | undefined;
  /** The argument with the body. */
  readonly bodyArg: string;
  readonly accept: string;
  /** Sent without the client's token. */
  readonly anonymous: boolean;
  readonly answer: 'stream' | 'lines' | 'events' | 'file' | undefined;
  /** Has no argument object. */
  readonly bare: boolean;
}

/** The facts attached to the function of every operation. */
export interface OperationFacts {
  readonly row: string;
  readonly load: () => Promise<OperationSchemas>;
  /** Loads the reader of single entries. */
  readonly lines?: (() => Promise<typeof import('./lines.ts')>) | undefined;
}

/** Parses a row such as `GET /v1/things/{id}?limit&T body=json headers=x-a,x-b`; T stands for teamId and slug. */
export function readRow(text: string): Row {
  const [method = '', target = '', ...flags] = text.split(' ');
  const [path = '', names = ''] = target.split('?');
  const flag = Object.fromEntries(flags.map((entry) => entry.split('=')));
  const query = names ? names.split('&') : [];
  const scope = query.at(-1) === 'T';
  if (scope) query.splice(-1, 1, 'teamId', 'slug');
  const headers = flag.headers ? flag.headers.split(',') : [];
  const [body, bodyArg = 'requestBody'] = flag.body?.split(':') ?? [];
  const { answer, accept = 'application/json' } = flag;
  const [anonymous, bare] = ['anonymous' in flag, 'bare' in flag];
  return { method, path, query, headers, scope, body, bodyArg, accept, anonymous, answer, bare };
}
