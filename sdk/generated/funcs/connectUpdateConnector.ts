// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateConnectorRequest, UpdateConnectorResponseBody } from '../types/connect.ts';

/**
 * Changes a connector: its name, look, credentials or events.
 * PATCH /v2/connect/connectors/{connector}
 */
export const connectUpdateConnector: Operation<UpdateConnectorRequest, UpdateConnectorResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v2/connect/connectors/{connector}?T body=json:connectUpdateConnectorRequest',
  () => import('../schemas/connectUpdateConnector.ts'),
);
