// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateAttackChallengeModeRequest, UpdateAttackChallengeModeResponseBody } from '../types/security.ts';

/**
 * Switches the challenge for all visitors of a project on or off.
 * POST /v1/security/attack-mode
 */
export const securityUpdateAttackChallengeMode: Operation<UpdateAttackChallengeModeRequest, UpdateAttackChallengeModeResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/security/attack-mode?T body=json',
  () => import('../schemas/securityUpdateAttackChallengeMode.ts'),
);
