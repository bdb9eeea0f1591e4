// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteConnectorRequest, DeleteConnectorResponseBody } from '../types/connect.ts';

/**
 * Deletes a connector to an outside service; projects lose the access it gave.
 * DELETE /v1/connect/connectors/{connector}
 */
export const connectDeleteConnector: Operation<DeleteConnectorRequest, DeleteConnectorResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/connect/connectors/{connector}?T',
  () => import('../schemas/connectDeleteConnector.ts'),
);
