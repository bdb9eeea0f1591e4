// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { globalConfigGetEdgeConfigs } from '../funcs/globalConfigGetEdgeConfigs.ts';
import { globalConfigCreateEdgeConfig } from '../funcs/globalConfigCreateEdgeConfig.ts';
import { globalConfigGetEdgeConfig } from '../funcs/globalConfigGetEdgeConfig.ts';
import { globalConfigUpdateEdgeConfig } from '../funcs/globalConfigUpdateEdgeConfig.ts';
import { globalConfigDeleteEdgeConfig } from '../funcs/globalConfigDeleteEdgeConfig.ts';
import { globalConfigGetEdgeConfigItems } from '../funcs/globalConfigGetEdgeConfigItems.ts';
import { globalConfigGetEdgeConfigSchema } from '../funcs/globalConfigGetEdgeConfigSchema.ts';
import { globalConfigPatchEdgeConfigSchema } from '../funcs/globalConfigPatchEdgeConfigSchema.ts';
import { globalConfigDeleteEdgeConfigSchema } from '../funcs/globalConfigDeleteEdgeConfigSchema.ts';
import { globalConfigGetEdgeConfigItem } from '../funcs/globalConfigGetEdgeConfigItem.ts';
import { globalConfigGetEdgeConfigTokens } from '../funcs/globalConfigGetEdgeConfigTokens.ts';
import { globalConfigDeleteEdgeConfigTokens } from '../funcs/globalConfigDeleteEdgeConfigTokens.ts';
import { globalConfigGetEdgeConfigToken } from '../funcs/globalConfigGetEdgeConfigToken.ts';
import { globalConfigCreateEdgeConfigToken } from '../funcs/globalConfigCreateEdgeConfigToken.ts';
import { globalConfigGetEdgeConfigBackup } from '../funcs/globalConfigGetEdgeConfigBackup.ts';
import { globalConfigGetEdgeConfigBackups } from '../funcs/globalConfigGetEdgeConfigBackups.ts';
import { edgeConfigPatchEdgeConfigItems } from '../funcs/edgeConfigPatchEdgeConfigItems.ts';
import type { CreateEdgeConfigRequest, CreateEdgeConfigResponseBody, CreateEdgeConfigTokenRequest, CreateEdgeConfigTokenResponseBody, DeleteEdgeConfigRequest, DeleteEdgeConfigResponseBody, DeleteEdgeConfigSchemaRequest, DeleteEdgeConfigSchemaResponseBody, DeleteEdgeConfigTokensRequest, DeleteEdgeConfigTokensResponseBody, GetEdgeConfigBackupRequest, GetEdgeConfigBackupResponseBody, GetEdgeConfigBackupsRequest, GetEdgeConfigBackupsResponseBody, GetEdgeConfigItemRequest, GetEdgeConfigItemResponseBody, GetEdgeConfigItemsRequest, GetEdgeConfigItemsResponseBody, GetEdgeConfigRequest, GetEdgeConfigResponseBody, GetEdgeConfigSchemaRequest, GetEdgeConfigSchemaResponseBody, GetEdgeConfigTokenRequest, GetEdgeConfigTokenResponseBody, GetEdgeConfigTokensRequest, GetEdgeConfigTokensResponseBody, GetEdgeConfigsRequest, GetEdgeConfigsResponseBody, PatchEdgeConfigSchemaRequest, PatchEdgeConfigSchemaResponseBody, UpdateEdgeConfigRequest, UpdateEdgeConfigResponseBody } from '../types/globalConfig.ts';
import type { PatchEdgeConfigItemsRequest, PatchEdgeConfigItemsResponseBody } from '../types/edgeConfig.ts';

export class EdgeConfig {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the edge configs of the account or team.
   * GET /v1/global-config
   * @deprecated Its name is globalConfig.getEdgeConfigs now.
   */
  getEdgeConfigs(request?: GetEdgeConfigsRequest, options?: CallOptions): CallPromise<GetEdgeConfigsResponseBody> {
    return asValue(globalConfigGetEdgeConfigs(this.#core, request, options));
  }

  /**
   * Creates an edge config, optionally with first items.
   * POST /v1/global-config
   * @deprecated Its name is globalConfig.createEdgeConfig now.
   */
  createEdgeConfig(request?: CreateEdgeConfigRequest, options?: CallOptions): CallPromise<CreateEdgeConfigResponseBody> {
    return asValue(globalConfigCreateEdgeConfig(this.#core, request, options));
  }

  /**
   * Reads one edge config, without its items.
   * GET /v1/global-config/{edgeConfigId}
   * @deprecated Its name is globalConfig.getEdgeConfig now.
   */
  getEdgeConfig(request: GetEdgeConfigRequest, options?: CallOptions): CallPromise<GetEdgeConfigResponseBody> {
    return asValue(globalConfigGetEdgeConfig(this.#core, request, options));
  }

  /**
   * Renames an edge config.
   * PUT /v1/global-config/{edgeConfigId}
   * @deprecated Its name is globalConfig.updateEdgeConfig now.
   */
  updateEdgeConfig(request: UpdateEdgeConfigRequest, options?: CallOptions): CallPromise<UpdateEdgeConfigResponseBody> {
    return asValue(globalConfigUpdateEdgeConfig(this.#core, request, options));
  }

  /**
   * Deletes an edge config with all its items.
   * DELETE /v1/global-config/{edgeConfigId}
   * @deprecated Its name is globalConfig.deleteEdgeConfig now.
   */
  deleteEdgeConfig(request: DeleteEdgeConfigRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigResponseBody> {
    return asValue(globalConfigDeleteEdgeConfig(this.#core, request, options));
  }

  /**
   * Reads all items of an edge config.
   * GET /v1/global-config/{edgeConfigId}/items
   * @deprecated Its name is globalConfig.getEdgeConfigItems now.
   */
  getEdgeConfigItems(request: GetEdgeConfigItemsRequest, options?: CallOptions): CallPromise<GetEdgeConfigItemsResponseBody> {
    return asValue(globalConfigGetEdgeConfigItems(this.#core, request, options));
  }

  /**
   * Reads the schema an edge config's items must satisfy.
   * GET /v1/global-config/{edgeConfigId}/schema
   * @deprecated Its name is globalConfig.getEdgeConfigSchema now.
   */
  getEdgeConfigSchema(request: GetEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<GetEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigGetEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Sets the schema of an edge config; with `dryRun` it only checks it.
   * POST /v1/global-config/{edgeConfigId}/schema
   * @deprecated Its name is globalConfig.patchEdgeConfigSchema now.
   */
  patchEdgeConfigSchema(request: PatchEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<PatchEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigPatchEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Removes the schema of an edge config; its items stay.
   * DELETE /v1/global-config/{edgeConfigId}/schema
   * @deprecated Its name is globalConfig.deleteEdgeConfigSchema now.
   */
  deleteEdgeConfigSchema(request: DeleteEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigDeleteEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Reads one item of an edge config by its key.
   * GET /v1/global-config/{edgeConfigId}/item/{edgeConfigItemKey}
   * @deprecated Its name is globalConfig.getEdgeConfigItem now.
   */
  getEdgeConfigItem(request: GetEdgeConfigItemRequest, options?: CallOptions): CallPromise<GetEdgeConfigItemResponseBody> {
    return asValue(globalConfigGetEdgeConfigItem(this.#core, request, options));
  }

  /**
   * Lists the read tokens of an edge config.
   * GET /v1/global-config/{edgeConfigId}/tokens
   * @deprecated Its name is globalConfig.getEdgeConfigTokens now.
   */
  getEdgeConfigTokens(request: GetEdgeConfigTokensRequest, options?: CallOptions): CallPromise<GetEdgeConfigTokensResponseBody> {
    return asValue(globalConfigGetEdgeConfigTokens(this.#core, request, options));
  }

  /**
   * Revokes read tokens of an edge config.
   * DELETE /v1/global-config/{edgeConfigId}/tokens
   * @deprecated Its name is globalConfig.deleteEdgeConfigTokens now.
   */
  deleteEdgeConfigTokens(request: DeleteEdgeConfigTokensRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigTokensResponseBody> {
    return asValue(globalConfigDeleteEdgeConfigTokens(this.#core, request, options));
  }

  /**
   * Reads what is known about one read token of an edge config.
   * GET /v1/global-config/{edgeConfigId}/token/{token}
   * @deprecated Its name is globalConfig.getEdgeConfigToken now.
   */
  getEdgeConfigToken(request: GetEdgeConfigTokenRequest, options?: CallOptions): CallPromise<GetEdgeConfigTokenResponseBody> {
    return asValue(globalConfigGetEdgeConfigToken(this.#core, request, options));
  }

  /**
   * Creates a read token for an edge config.
   * POST /v1/global-config/{edgeConfigId}/token
   * @deprecated Its name is globalConfig.createEdgeConfigToken now.
   */
  createEdgeConfigToken(request: CreateEdgeConfigTokenRequest, options?: CallOptions): CallPromise<CreateEdgeConfigTokenResponseBody> {
    return asValue(globalConfigCreateEdgeConfigToken(this.#core, request, options));
  }

  /**
   * Reads one saved version of an edge config.
   * GET /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}
   * @deprecated Its name is globalConfig.getEdgeConfigBackup now.
   */
  getEdgeConfigBackup(request: GetEdgeConfigBackupRequest, options?: CallOptions): CallPromise<GetEdgeConfigBackupResponseBody> {
    return asValue(globalConfigGetEdgeConfigBackup(this.#core, request, options));
  }

  /**
   * Lists the saved versions of an edge config, page by page.
   * GET /v1/global-config/{edgeConfigId}/backups
   * @deprecated Its name is globalConfig.getEdgeConfigBackups now.
   */
  getEdgeConfigBackups(request: GetEdgeConfigBackupsRequest, options?: CallOptions): CallPromise<GetEdgeConfigBackupsResponseBody> {
    return asValue(globalConfigGetEdgeConfigBackups(this.#core, request, options));
  }

  /**
   * Creates, changes and deletes several items of an edge config in one step.
   * PATCH /v1/edge-config/{edgeConfigId}/items
   * @deprecated No longer in the description of the API.
   */
  patchEdgeConfigItems(request: PatchEdgeConfigItemsRequest, options?: CallOptions): CallPromise<PatchEdgeConfigItemsResponseBody> {
    return asValue(edgeConfigPatchEdgeConfigItems(this.#core, request, options));
  }
}
