// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReplaceConnectorTriggerDestinationsRequest, ReplaceConnectorTriggerDestinationsResponseBody } from '../types/connect.ts';

/**
 * Replaces the list of project paths to which a connector sends incoming events.
 * PATCH /v1/connect/connectors/{connector}/trigger-destinations
 */
export const connectReplaceConnectorTriggerDestinations: Operation<ReplaceConnectorTriggerDestinationsRequest, ReplaceConnectorTriggerDestinationsResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/connect/connectors/{connector}/trigger-destinations?T body=json:connectReplaceTriggerDestinationsRequest',
  () => import('../schemas/connectReplaceConnectorTriggerDestinations.ts'),
);
