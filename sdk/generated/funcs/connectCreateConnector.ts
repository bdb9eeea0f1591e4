// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateConnectorRequest, CreateConnectorResponseBody } from '../types/connect.ts';

/**
 * Connects an outside service such as Slack, GitHub or any OAuth server as a connector.
 * POST /v1/connect/connectors
 */
export const connectCreateConnector: OptionalOperation<CreateConnectorRequest, CreateConnectorResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/connect/connectors?T body=json:connectCreateConnectorRequest',
  () => import('../schemas/connectCreateConnector.ts'),
);
