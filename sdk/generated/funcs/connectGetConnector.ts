// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetConnectorRequest, GetConnectorResponseBody } from '../types/connect.ts';

/**
 * Reads one connector to an outside service.
 * GET /v1/connect/connectors/{connector}
 */
export const connectGetConnector: Operation<GetConnectorRequest, GetConnectorResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/connect/connectors/{connector}?T',
  () => import('../schemas/connectGetConnector.ts'),
);
