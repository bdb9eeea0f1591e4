// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { accessGroupsReadAccessGroup } from '../funcs/accessGroupsReadAccessGroup.ts';
import { accessGroupsUpdateAccessGroup } from '../funcs/accessGroupsUpdateAccessGroup.ts';
import { accessGroupsDeleteAccessGroup } from '../funcs/accessGroupsDeleteAccessGroup.ts';
import { accessGroupsListAccessGroupMembers } from '../funcs/accessGroupsListAccessGroupMembers.ts';
import { accessGroupsListAccessGroups } from '../funcs/accessGroupsListAccessGroups.ts';
import { accessGroupsCreateAccessGroup } from '../funcs/accessGroupsCreateAccessGroup.ts';
import { accessGroupsListAccessGroupProjects } from '../funcs/accessGroupsListAccessGroupProjects.ts';
import { accessGroupsCreateAccessGroupProject } from '../funcs/accessGroupsCreateAccessGroupProject.ts';
import { accessGroupsReadAccessGroupProject } from '../funcs/accessGroupsReadAccessGroupProject.ts';
import { accessGroupsUpdateAccessGroupProject } from '../funcs/accessGroupsUpdateAccessGroupProject.ts';
import { accessGroupsDeleteAccessGroupProject } from '../funcs/accessGroupsDeleteAccessGroupProject.ts';
import type { CreateAccessGroupProjectRequest, CreateAccessGroupProjectResponseBody, CreateAccessGroupRequest, CreateAccessGroupResponseBody, DeleteAccessGroupProjectRequest, DeleteAccessGroupProjectResponseBody, DeleteAccessGroupRequest, DeleteAccessGroupResponseBody, ListAccessGroupMembersRequest, ListAccessGroupMembersResponseBody, ListAccessGroupProjectsRequest, ListAccessGroupProjectsResponseBody, ListAccessGroupsRequest, ListAccessGroupsResponseBody, ReadAccessGroupProjectRequest, ReadAccessGroupProjectResponseBody, ReadAccessGroupRequest, ReadAccessGroupResponseBody, UpdateAccessGroupProjectRequest, UpdateAccessGroupProjectResponseBody, UpdateAccessGroupRequest, UpdateAccessGroupResponseBody } from '../types/accessGroups.ts';

export class AccessGroups {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Reads one access group by its id or name.
   * GET /v1/access-groups/{idOrName}
   */
  readAccessGroup(request: ReadAccessGroupRequest, options?: CallOptions): CallPromise<ReadAccessGroupResponseBody> {
    return asValue(accessGroupsReadAccessGroup(this.#core, request, options));
  }

  /**
   * Changes an access group: its name, its projects, who is added or removed.
   * POST /v1/access-groups/{idOrName}
   */
  updateAccessGroup(request: UpdateAccessGroupRequest, options?: CallOptions): CallPromise<UpdateAccessGroupResponseBody> {
    return asValue(accessGroupsUpdateAccessGroup(this.#core, request, options));
  }

  /**
   * Deletes an access group.
   * DELETE /v1/access-groups/{idOrName}
   */
  deleteAccessGroup(request: DeleteAccessGroupRequest, options?: CallOptions): CallPromise<DeleteAccessGroupResponseBody> {
    return asValue(accessGroupsDeleteAccessGroup(this.#core, request, options));
  }

  /**
   * Lists who belongs to an access group, page by page.
   * GET /v1/access-groups/{idOrName}/members
   */
  listAccessGroupMembers(request: ListAccessGroupMembersRequest, options?: CallOptions): CallPromise<ListAccessGroupMembersResponseBody> {
    return asValue(accessGroupsListAccessGroupMembers(this.#core, request, options));
  }

  /**
   * Lists the access groups of a team, a project or a member, page by page.
   * GET /v1/access-groups
   */
  listAccessGroups(request?: ListAccessGroupsRequest, options?: CallOptions): CallPromise<ListAccessGroupsResponseBody> {
    return asValue(accessGroupsListAccessGroups(this.#core, request, options));
  }

  /**
   * Creates an access group.
   * POST /v1/access-groups
   */
  createAccessGroup(request: CreateAccessGroupRequest, options?: CallOptions): CallPromise<CreateAccessGroupResponseBody> {
    return asValue(accessGroupsCreateAccessGroup(this.#core, request, options));
  }

  /**
   * Lists the projects an access group opens, page by page.
   * GET /v1/access-groups/{idOrName}/projects
   */
  listAccessGroupProjects(request: ListAccessGroupProjectsRequest, options?: CallOptions): CallPromise<ListAccessGroupProjectsResponseBody> {
    return asValue(accessGroupsListAccessGroupProjects(this.#core, request, options));
  }

  /**
   * Gives an access group a role on one project.
   * POST /v1/access-groups/{accessGroupIdOrName}/projects
   */
  createAccessGroupProject(request: CreateAccessGroupProjectRequest, options?: CallOptions): CallPromise<CreateAccessGroupProjectResponseBody> {
    return asValue(accessGroupsCreateAccessGroupProject(this.#core, request, options));
  }

  /**
   * Reads the role an access group has on one project.
   * GET /v1/access-groups/{accessGroupIdOrName}/projects/{projectId}
   */
  readAccessGroupProject(request: ReadAccessGroupProjectRequest, options?: CallOptions): CallPromise<ReadAccessGroupProjectResponseBody> {
    return asValue(accessGroupsReadAccessGroupProject(this.#core, request, options));
  }

  /**
   * Changes the role an access group has on one project.
   * PATCH /v1/access-groups/{accessGroupIdOrName}/projects/{projectId}
   */
  updateAccessGroupProject(request: UpdateAccessGroupProjectRequest, options?: CallOptions): CallPromise<UpdateAccessGroupProjectResponseBody> {
    return asValue(accessGroupsUpdateAccessGroupProject(this.#core, request, options));
  }

  /**
   * Takes a project out of an access group.
   * DELETE /v1/access-groups/{accessGroupIdOrName}/projects/{projectId}
   */
  deleteAccessGroupProject(request: DeleteAccessGroupProjectRequest, options?: CallOptions): CallPromise<DeleteAccessGroupProjectResponseBody> {
    return asValue(accessGroupsDeleteAccessGroupProject(this.#core, request, options));
  }
}
