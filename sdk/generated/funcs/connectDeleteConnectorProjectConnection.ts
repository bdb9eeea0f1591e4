// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteConnectorProjectConnectionRequest, DeleteConnectorProjectConnectionResponseBody } from '../types/connect.ts';

/**
 * Takes a connector away from a project.
 * DELETE /v1/connect/connectors/{connector}/projects/{projectId}
 */
export const connectDeleteConnectorProjectConnection: Operation<DeleteConnectorProjectConnectionRequest, DeleteConnectorProjectConnectionResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/connect/connectors/{connector}/projects/{projectId}?T',
  () => import('../schemas/connectDeleteConnectorProjectConnection.ts'),
);
