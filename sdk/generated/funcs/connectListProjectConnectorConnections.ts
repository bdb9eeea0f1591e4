// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListProjectConnectorConnectionsRequest, ListProjectConnectorConnectionsResponseBody } from '../types/connect.ts';

/**
 * Lists the connectors that a project may use, page by page.
 * GET /v2/connect/projects/{projectId}/connectors
 */
export const connectListProjectConnectorConnections: Operation<ListProjectConnectorConnectionsRequest, ListProjectConnectorConnectionsResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/connect/projects/{projectId}/connectors?limit&cursor&T',
  () => import('../schemas/connectListProjectConnectorConnections.ts'),
);
