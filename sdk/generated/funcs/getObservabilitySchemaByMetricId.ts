// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetObservabilitySchemaByMetricIdRequest, GetObservabilitySchemaByMetricIdResponseBody } from '../types/client.ts';

/**
 * Reads the dimensions and aggregations of one observability metric.
 * GET /v2/observability/schema/{metricId}
 */
export const getObservabilitySchemaByMetricId: Operation<GetObservabilitySchemaByMetricIdRequest, GetObservabilitySchemaByMetricIdResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/observability/schema/{metricId} anonymous',
  () => import('../schemas/getObservabilitySchemaByMetricId.ts'),
);
