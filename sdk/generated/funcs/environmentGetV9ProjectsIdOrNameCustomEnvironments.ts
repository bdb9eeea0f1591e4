// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { environmentGetProjectsByIdOrNameCustomEnvironments } from './environmentGetProjectsByIdOrNameCustomEnvironments.ts';

/**
 * Lists the custom environments of a project, such as staging.
 * GET /v9/projects/{idOrName}/custom-environments
 * @deprecated Its name is environment.getProjectsByIdOrNameCustomEnvironments now.
 */
export const environmentGetV9ProjectsIdOrNameCustomEnvironments: typeof environmentGetProjectsByIdOrNameCustomEnvironments = environmentGetProjectsByIdOrNameCustomEnvironments;
