// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, type Paged, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigBackupsRequest, GetEdgeConfigBackupsResponseBody } from '../types/edgeConfig.ts';

/**
 * Lists the saved versions of an edge config, page by page.
 * GET /v1/edge-config/{edgeConfigId}/backups
 */
export const edgeConfigGetEdgeConfigBackups: Operation<GetEdgeConfigBackupsRequest, GetEdgeConfigBackupsResponseBody> & Paged<'next', 'backups'> = /* @__PURE__ */ operation(
  'GET /v1/edge-config/{edgeConfigId}/backups?next&limit&metadata&T',
  () => import('../schemas/edgeConfigGetEdgeConfigBackups.ts'),
  ['next', 'backups'],
);
