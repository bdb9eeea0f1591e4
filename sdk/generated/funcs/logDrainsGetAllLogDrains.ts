// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetAllLogDrainsRequest, GetAllLogDrainsResponseBody } from '../types/logDrains.ts';

/**
 * Lists all log drains of the account or team.
 * GET /v1/log-drains
 */
export const logDrainsGetAllLogDrains: OptionalOperation<GetAllLogDrainsRequest, GetAllLogDrainsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/log-drains?projectId&projectIdOrName&includeMetadata&T',
  () => import('../schemas/logDrainsGetAllLogDrains.ts'),
);
