// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionRequest, UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionResponseBody } from '../types/projects.ts';

/**
 * Changes the note that says why a project was rolled back.
 * PATCH /v1/projects/{projectId}/rollback/{deploymentId}/update-description
 */
export const projectsUpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription: Operation<UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionRequest, UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/projects/{projectId}/rollback/{deploymentId}/update-description body=json accept=*/* anonymous',
  () => import('../schemas/projectsUpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription.ts'),
);
