// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { MoveProjectDomainRequest, MoveProjectDomainResponseBody } from '../types/projects.ts';

/**
 * Moves a domain from one project to another.
 * POST /v1/projects/{idOrName}/domains/{domain}/move
 */
export const projectsMoveProjectDomain: Operation<MoveProjectDomainRequest, MoveProjectDomainResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{idOrName}/domains/{domain}/move?T body=json',
  () => import('../schemas/projectsMoveProjectDomain.ts'),
);
