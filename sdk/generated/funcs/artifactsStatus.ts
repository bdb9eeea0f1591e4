// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { StatusRequest, StatusResponseBody } from '../types/artifacts.ts';

/**
 * Tells whether remote caching is enabled for the account or team.
 * GET /v8/artifacts/status
 */
export const artifactsStatus: OptionalOperation<StatusRequest, StatusResponseBody> = /* @__PURE__ */ operation(
  'GET /v8/artifacts/status?T',
  () => import('../schemas/artifactsStatus.ts'),
);
