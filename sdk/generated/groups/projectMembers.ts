// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { projectMembersGetProjectMembers } from '../funcs/projectMembersGetProjectMembers.ts';
import { projectMembersAddProjectMember } from '../funcs/projectMembersAddProjectMember.ts';
import { projectMembersRemoveProjectMember } from '../funcs/projectMembersRemoveProjectMember.ts';
import type { AddProjectMemberRequest, AddProjectMemberResponseBody, GetProjectMembersRequest, GetProjectMembersResponseBody, RemoveProjectMemberRequest, RemoveProjectMemberResponseBody } from '../types/projectMembers.ts';

export class ProjectMembers {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists who may work on a project, page by page.
   * GET /v1/projects/{idOrName}/members
   */
  getProjectMembers(request: GetProjectMembersRequest, options?: CallOptions): CallPromise<GetProjectMembersResponseBody> {
    return asValue(projectMembersGetProjectMembers(this.#core, request, options));
  }

  /**
   * Adds somebody to a project by user id, user name or e-mail address.
   * POST /v1/projects/{idOrName}/members
   */
  addProjectMember(request: AddProjectMemberRequest, options?: CallOptions): CallPromise<AddProjectMemberResponseBody> {
    return asValue(projectMembersAddProjectMember(this.#core, request, options));
  }

  /**
   * Removes somebody from a project.
   * DELETE /v1/projects/{idOrName}/members/{uid}
   */
  removeProjectMember(request: RemoveProjectMemberRequest, options?: CallOptions): CallPromise<RemoveProjectMemberResponseBody> {
    return asValue(projectMembersRemoveProjectMember(this.#core, request, options));
  }
}
