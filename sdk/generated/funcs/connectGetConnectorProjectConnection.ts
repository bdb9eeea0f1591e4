// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetConnectorProjectConnectionRequest, GetConnectorProjectConnectionResponseBody } from '../types/connect.ts';

/**
 * Reads in which environments a project may use a connector.
 * GET /v1/connect/connectors/{connector}/projects/{projectId}
 */
export const connectGetConnectorProjectConnection: Operation<GetConnectorProjectConnectionRequest, GetConnectorProjectConnectionResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/connect/connectors/{connector}/projects/{projectId}?T',
  () => import('../schemas/connectGetConnectorProjectConnection.ts'),
);
