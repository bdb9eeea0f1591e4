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
import { globalConfigRestoreEdgeConfigBackup } from '../funcs/globalConfigRestoreEdgeConfigBackup.ts';
import { globalConfigGetEdgeConfigBackups } from '../funcs/globalConfigGetEdgeConfigBackups.ts';
import type { CreateEdgeConfigRequest, CreateEdgeConfigResponseBody, CreateEdgeConfigTokenRequest, CreateEdgeConfigTokenResponseBody, DeleteEdgeConfigRequest, DeleteEdgeConfigResponseBody, DeleteEdgeConfigSchemaRequest, DeleteEdgeConfigSchemaResponseBody, DeleteEdgeConfigTokensRequest, DeleteEdgeConfigTokensResponseBody, GetEdgeConfigBackupRequest, GetEdgeConfigBackupResponseBody, GetEdgeConfigBackupsRequest, GetEdgeConfigBackupsResponseBody, GetEdgeConfigItemRequest, GetEdgeConfigItemResponseBody, GetEdgeConfigItemsRequest, GetEdgeConfigItemsResponseBody, GetEdgeConfigRequest, GetEdgeConfigResponseBody, GetEdgeConfigSchemaRequest, GetEdgeConfigSchemaResponseBody, GetEdgeConfigTokenRequest, GetEdgeConfigTokenResponseBody, GetEdgeConfigTokensRequest, GetEdgeConfigTokensResponseBody, GetEdgeConfigsRequest, GetEdgeConfigsResponseBody, PatchEdgeConfigSchemaRequest, PatchEdgeConfigSchemaResponseBody, RestoreEdgeConfigBackupRequest, RestoreEdgeConfigBackupResponseBody, UpdateEdgeConfigRequest, UpdateEdgeConfigResponseBody } from '../types/globalConfig.ts';

export class GlobalConfig {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the edge configs of the account or team.
   * GET /v1/global-config
   */
  getEdgeConfigs(request?: GetEdgeConfigsRequest, options?: CallOptions): CallPromise<GetEdgeConfigsResponseBody> {
    return asValue(globalConfigGetEdgeConfigs(this.#core, request, options));
  }

  /**
   * Creates an edge config, optionally with first items.
   * POST /v1/global-config
   */
  createEdgeConfig(request?: CreateEdgeConfigRequest, options?: CallOptions): CallPromise<CreateEdgeConfigResponseBody> {
    return asValue(globalConfigCreateEdgeConfig(this.#core, request, options));
  }

  /**
   * Reads one edge config, without its items.
   * GET /v1/global-config/{edgeConfigId}
   */
  getEdgeConfig(request: GetEdgeConfigRequest, options?: CallOptions): CallPromise<GetEdgeConfigResponseBody> {
    return asValue(globalConfigGetEdgeConfig(this.#core, request, options));
  }

  /**
   * Renames an edge config.
   * PUT /v1/global-config/{edgeConfigId}
   */
  updateEdgeConfig(request: UpdateEdgeConfigRequest, options?: CallOptions): CallPromise<UpdateEdgeConfigResponseBody> {
    return asValue(globalConfigUpdateEdgeConfig(this.#core, request, options));
  }

  /**
   * Deletes an edge config with all its items.
   * DELETE /v1/global-config/{edgeConfigId}
   */
  deleteEdgeConfig(request: DeleteEdgeConfigRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigResponseBody> {
    return asValue(globalConfigDeleteEdgeConfig(this.#core, request, options));
  }

  /**
   * Reads all items of an edge config.
   * GET /v1/global-config/{edgeConfigId}/items
   */
  getEdgeConfigItems(request: GetEdgeConfigItemsRequest, options?: CallOptions): CallPromise<GetEdgeConfigItemsResponseBody> {
    return asValue(globalConfigGetEdgeConfigItems(this.#core, request, options));
  }

  /**
   * Reads the schema an edge config's items must satisfy.
   * GET /v1/global-config/{edgeConfigId}/schema
   */
  getEdgeConfigSchema(request: GetEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<GetEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigGetEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Sets the schema of an edge config; with `dryRun` it only checks it.
   * POST /v1/global-config/{edgeConfigId}/schema
   */
  patchEdgeConfigSchema(request: PatchEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<PatchEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigPatchEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Removes the schema of an edge config; its items stay.
   * DELETE /v1/global-config/{edgeConfigId}/schema
   */
  deleteEdgeConfigSchema(request: DeleteEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigDeleteEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Reads one item of an edge config by its key.
   * GET /v1/global-config/{edgeConfigId}/item/{edgeConfigItemKey}
   */
  getEdgeConfigItem(request: GetEdgeConfigItemRequest, options?: CallOptions): CallPromise<GetEdgeConfigItemResponseBody> {
    return asValue(globalConfigGetEdgeConfigItem(this.#core, request, options));
  }

  /**
   * Lists the read tokens of an edge config.
   * GET /v1/global-config/{edgeConfigId}/tokens
   */
  getEdgeConfigTokens(request: GetEdgeConfigTokensRequest, options?: CallOptions): CallPromise<GetEdgeConfigTokensResponseBody> {
    return asValue(globalConfigGetEdgeConfigTokens(this.#core, request, options));
  }

  /**
   * Revokes read tokens of an edge config.
   * DELETE /v1/global-config/{edgeConfigId}/tokens
   */
  deleteEdgeConfigTokens(request: DeleteEdgeConfigTokensRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigTokensResponseBody> {
    return asValue(globalConfigDeleteEdgeConfigTokens(this.#core, request, options));
  }

  /**
   * Reads what is known about one read token of an edge config.
   * GET /v1/global-config/{edgeConfigId}/token/{token}
   */
  getEdgeConfigToken(request: GetEdgeConfigTokenRequest, options?: CallOptions): CallPromise<GetEdgeConfigTokenResponseBody> {
    return asValue(globalConfigGetEdgeConfigToken(this.#core, request, options));
  }

  /**
   * Creates a read token for an edge config.
   * POST /v1/global-config/{edgeConfigId}/token
   */
  createEdgeConfigToken(request: CreateEdgeConfigTokenRequest, options?: CallOptions): CallPromise<CreateEdgeConfigTokenResponseBody> {
    return asValue(globalConfigCreateEdgeConfigToken(this.#core, request, options));
  }

  /**
   * Reads one saved version of an edge config.
   * GET /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}
   */
  getEdgeConfigBackup(request: GetEdgeConfigBackupRequest, options?: CallOptions): CallPromise<GetEdgeConfigBackupResponseBody> {
    return asValue(globalConfigGetEdgeConfigBackup(this.#core, request, options));
  }

  /**
   * Restores an edge config to one of its saved versions.
   * POST /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}/restore
   */
  restoreEdgeConfigBackup(request: RestoreEdgeConfigBackupRequest, options?: CallOptions): CallPromise<RestoreEdgeConfigBackupResponseBody> {
    return asValue(globalConfigRestoreEdgeConfigBackup(this.#core, request, options));
  }

  /**
   * Lists the saved versions of an edge config, page by page.
   * GET /v1/global-config/{edgeConfigId}/backups
   */
  getEdgeConfigBackups(request: GetEdgeConfigBackupsRequest, options?: CallOptions): CallPromise<GetEdgeConfigBackupsResponseBody> {
    return asValue(globalConfigGetEdgeConfigBackups(this.#core, request, options));
  }
}
