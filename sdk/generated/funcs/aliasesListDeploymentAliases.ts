// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListDeploymentAliasesRequest, ListDeploymentAliasesResponseBody } from '../types/aliases.ts';

/**
 * Lists every alias that points at one deployment.
 * GET /v2/deployments/{id}/aliases
 */
export const aliasesListDeploymentAliases: Operation<ListDeploymentAliasesRequest, ListDeploymentAliasesResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/deployments/{id}/aliases?T',
  () => import('../schemas/aliasesListDeploymentAliases.ts'),
);
