// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';

/** Arguments of getRuntimeLogs. */
export interface GetRuntimeLogsRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
export type GetRuntimeLogsItem = { domain: string; level: 'debug' | 'error' | 'fatal' | 'info' | 'trace' | 'warning' | OpenString; message: string; messageTruncated: boolean; requestMethod: string; requestPath: string; responseStatusCode: number; rowId: string; source: 'delimiter' | 'edge-function' | 'edge-middleware' | 'request' | 'serverless' | OpenString; timestampInMs: number };
export type GetRuntimeLogsResponseBody = AsyncIterable<GetRuntimeLogsItem>;
