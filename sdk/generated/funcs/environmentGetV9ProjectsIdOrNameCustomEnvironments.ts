// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { environmentGetProjectsByIdOrNameCustomEnvironments } from './environmentGetProjectsByIdOrNameCustomEnvironments.ts';

/**
 * Get projects by id or name custom environments (GET /projects/{idOrName}/custom-environments).
 * GET /v9/projects/{idOrName}/custom-environments
 * @deprecated Its name is environment.getProjectsByIdOrNameCustomEnvironments now.
 */
export const environmentGetV9ProjectsIdOrNameCustomEnvironments: typeof environmentGetProjectsByIdOrNameCustomEnvironments = environmentGetProjectsByIdOrNameCustomEnvironments;
