// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { DeleteAllArtifactsRequest, DeleteAllArtifactsResponseBody } from '../types/artifacts.ts';

/**
 * Empties the remote cache: deletes every build artifact of the account or team.
 * DELETE /v8/artifacts
 */
export const artifactsDeleteAllArtifacts: OptionalOperation<DeleteAllArtifactsRequest, DeleteAllArtifactsResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v8/artifacts?T',
  () => import('../schemas/artifactsDeleteAllArtifacts.ts'),
);
