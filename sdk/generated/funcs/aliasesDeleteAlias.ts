// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteAliasRequest, DeleteAliasResponseBody } from '../types/aliases.ts';

/**
 * Removes an alias; the deployment behind it stays.
 * DELETE /v2/aliases/{aliasId}
 */
export const aliasesDeleteAlias: Operation<DeleteAliasRequest, DeleteAliasResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v2/aliases/{aliasId}?T',
  () => import('../schemas/aliasesDeleteAlias.ts'),
);
