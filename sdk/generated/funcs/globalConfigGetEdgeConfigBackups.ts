// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, type Paged, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigBackupsRequest, GetEdgeConfigBackupsResponseBody } from '../types/globalConfig.ts';

/**
 * Lists the saved versions of an edge config, page by page.
 * GET /v1/global-config/{edgeConfigId}/backups
 */
export const globalConfigGetEdgeConfigBackups: Operation<GetEdgeConfigBackupsRequest, GetEdgeConfigBackupsResponseBody> & Paged<'next', 'backups'> = /* @__PURE__ */ operation(
  'GET /v1/global-config/{edgeConfigId}/backups?next&limit&metadata&T',
  () => import('../schemas/globalConfigGetEdgeConfigBackups.ts'),
  ['next', 'backups'],
);
