// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetDrainsRequest, GetDrainsResponseBody } from '../types/drains.ts';

/**
 * Lists the drains that send logs, traces or analytics elsewhere.
 * GET /v1/drains
 */
export const drainsGetDrains: OptionalOperation<GetDrainsRequest, GetDrainsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/drains?projectId&includeMetadata&T',
  () => import('../schemas/drainsGetDrains.ts'),
);
