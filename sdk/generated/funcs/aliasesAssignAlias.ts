// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { AssignAliasRequest, AssignAliasResponseBody } from '../types/aliases.ts';

/**
 * Points an alias at a deployment; an alias in use moves over.
 * POST /v2/deployments/{id}/aliases
 */
export const aliasesAssignAlias: Operation<AssignAliasRequest, AssignAliasResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/deployments/{id}/aliases?T body=json',
  () => import('../schemas/aliasesAssignAlias.ts'),
);
