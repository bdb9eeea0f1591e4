// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetAliasRequest, GetAliasResponseBody } from '../types/aliases.ts';

/**
 * Reads one alias by its id or host name.
 * GET /v4/aliases/{idOrAlias}
 */
export const aliasesGetAlias: Operation<GetAliasRequest, GetAliasResponseBody> = /* @__PURE__ */ operation(
  'GET /v4/aliases/{idOrAlias}?from&projectId&since&until&T',
  () => import('../schemas/aliasesGetAlias.ts'),
);
