// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListConnectorProjectConnectionsRequest, ListConnectorProjectConnectionsResponseBody } from '../types/connect.ts';

/**
 * Lists the projects that may use a connector, page by page.
 * GET /v2/connect/connectors/{connector}/projects
 */
export const connectListConnectorProjectConnections: Operation<ListConnectorProjectConnectionsRequest, ListConnectorProjectConnectionsResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/connect/connectors/{connector}/projects?limit&cursor&T',
  () => import('../schemas/connectListConnectorProjectConnections.ts'),
);
