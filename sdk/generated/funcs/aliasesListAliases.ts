// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, type Paged, operation } from '../../runtime/operation.ts';
import type { ListAliasesRequest, ListAliasesResponseBody } from '../types/aliases.ts';

/**
 * Lists aliases, newest first, page by page.
 * GET /v4/aliases
 */
export const aliasesListAliases: OptionalOperation<ListAliasesRequest, ListAliasesResponseBody> & Paged<'until', 'aliases'> = /* @__PURE__ */ operation(
  'GET /v4/aliases?domain&from&limit&projectId&since&until&rollbackDeploymentId&T',
  () => import('../schemas/aliasesListAliases.ts'),
  ['until', 'aliases'],
);
