// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListConnectorsRequest, ListConnectorsResponseBody } from '../types/connect.ts';

/**
 * Lists the connectors to outside services such as Slack or GitHub, page by page.
 * GET /v2/connect/connectors
 */
export const connectListConnectors: OptionalOperation<ListConnectorsRequest, ListConnectorsResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/connect/connectors?limit&cursor&projectId&search&type&service&sort&T',
  () => import('../schemas/connectListConnectors.ts'),
);
