// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { aliasesListDeploymentAliases } from '../funcs/aliasesListDeploymentAliases.ts';
import { aliasesAssignAlias } from '../funcs/aliasesAssignAlias.ts';
import { aliasesListAliases } from '../funcs/aliasesListAliases.ts';
import { aliasesGetAlias } from '../funcs/aliasesGetAlias.ts';
import { aliasesDeleteAlias } from '../funcs/aliasesDeleteAlias.ts';
import { aliasesPatchUrlProtectionBypass } from '../funcs/aliasesPatchUrlProtectionBypass.ts';
import type { AssignAliasRequest, AssignAliasResponseBody, DeleteAliasRequest, DeleteAliasResponseBody, GetAliasRequest, GetAliasResponseBody, ListAliasesRequest, ListAliasesResponseBody, ListDeploymentAliasesRequest, ListDeploymentAliasesResponseBody, PatchUrlProtectionBypassRequest, PatchUrlProtectionBypassResponseBody } from '../types/aliases.ts';

export class Aliases {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists every alias that points at one deployment.
   * GET /v2/deployments/{id}/aliases
   */
  listDeploymentAliases(request: ListDeploymentAliasesRequest, options?: CallOptions): CallPromise<ListDeploymentAliasesResponseBody> {
    return asValue(aliasesListDeploymentAliases(this.#core, request, options));
  }

  /**
   * Points an alias at a deployment; an alias in use moves over.
   * POST /v2/deployments/{id}/aliases
   */
  assignAlias(request: AssignAliasRequest, options?: CallOptions): CallPromise<AssignAliasResponseBody> {
    return asValue(aliasesAssignAlias(this.#core, request, options));
  }

  /**
   * Lists aliases, newest first, page by page.
   * GET /v4/aliases
   */
  listAliases(request?: ListAliasesRequest, options?: CallOptions): CallPromise<ListAliasesResponseBody> {
    return asValue(aliasesListAliases(this.#core, request, options));
  }

  /**
   * Reads one alias by its id or host name.
   * GET /v4/aliases/{idOrAlias}
   */
  getAlias(request: GetAliasRequest, options?: CallOptions): CallPromise<GetAliasResponseBody> {
    return asValue(aliasesGetAlias(this.#core, request, options));
  }

  /**
   * Removes an alias; the deployment behind it stays.
   * DELETE /v2/aliases/{aliasId}
   */
  deleteAlias(request: DeleteAliasRequest, options?: CallOptions): CallPromise<DeleteAliasResponseBody> {
    return asValue(aliasesDeleteAlias(this.#core, request, options));
  }

  /**
   * Changes who may pass the protection of one URL: a shareable link, a person or an exception.
   * PATCH /aliases/{id}/protection-bypass
   */
  patchUrlProtectionBypass(request: PatchUrlProtectionBypassRequest, options?: CallOptions): CallPromise<PatchUrlProtectionBypassResponseBody> {
    return asValue(aliasesPatchUrlProtectionBypass(this.#core, request, options));
  }
}
