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
export type GetRuntimeLogsItem = { level: 'error' | 'warning' | 'info' | OpenString; message: string; rowId: string; source: 'delimiter' | 'edge-function' | 'edge-middleware' | 'serverless' | 'request' | OpenString; timestampInMs: number; domain: string; messageTruncated: boolean; requestMethod: string; requestPath: string; responseStatusCode: number };
export type GetRuntimeLogsResponseBody = AsyncIterable<GetRuntimeLogsItem>;
