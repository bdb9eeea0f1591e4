// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type BareOperation, operation } from '../../runtime/operation.ts';
import type { GetObservabilitySchemaResponseBody } from '../types/client.ts';

/**
 * Lists the metrics that observability queries can ask for.
 * GET /v2/observability/schema
 */
export const getObservabilitySchema: BareOperation<GetObservabilitySchemaResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/observability/schema anonymous bare',
  () => import('../schemas/getObservabilitySchema.ts'),
);
