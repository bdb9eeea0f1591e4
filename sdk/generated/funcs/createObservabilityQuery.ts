// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateObservabilityQueryRequest, CreateObservabilityQueryResponseBody } from '../types/client.ts';

/**
 * Queries observability metrics: aggregates a metric over time with filters and groups.
 * POST /v2/observability/query
 */
export const createObservabilityQuery: OptionalOperation<CreateObservabilityQueryRequest, CreateObservabilityQueryResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/observability/query body=root? anonymous',
  () => import('../schemas/createObservabilityQuery.ts'),
);
