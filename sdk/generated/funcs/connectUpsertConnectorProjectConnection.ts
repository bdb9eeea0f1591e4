// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpsertConnectorProjectConnectionRequest, UpsertConnectorProjectConnectionResponseBody } from '../types/connect.ts';

/**
 * Lets a project use a connector, or changes in which environments it may.
 * POST /v1/connect/connectors/{connector}/projects/{projectId}
 */
export const connectUpsertConnectorProjectConnection: Operation<UpsertConnectorProjectConnectionRequest, UpsertConnectorProjectConnectionResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/connect/connectors/{connector}/projects/{projectId}?T body=json:connectUpsertProjectConnectionRequest',
  () => import('../schemas/connectUpsertConnectorProjectConnection.ts'),
);
