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
   * Get edge configs (GET /global-config).
   * GET /v1/global-config
   */
  getEdgeConfigs(request?: GetEdgeConfigsRequest, options?: CallOptions): CallPromise<GetEdgeConfigsResponseBody> {
    return asValue(globalConfigGetEdgeConfigs(this.#core, request, options));
  }

  /**
   * Create edge config (POST /global-config).
   * POST /v1/global-config
   */
  createEdgeConfig(request?: CreateEdgeConfigRequest, options?: CallOptions): CallPromise<CreateEdgeConfigResponseBody> {
    return asValue(globalConfigCreateEdgeConfig(this.#core, request, options));
  }

  /**
   * Get edge config (GET /global-config/{edgeConfigId}).
   * GET /v1/global-config/{edgeConfigId}
   */
  getEdgeConfig(request: GetEdgeConfigRequest, options?: CallOptions): CallPromise<GetEdgeConfigResponseBody> {
    return asValue(globalConfigGetEdgeConfig(this.#core, request, options));
  }

  /**
   * Update edge config (PUT /global-config/{edgeConfigId}).
   * PUT /v1/global-config/{edgeConfigId}
   */
  updateEdgeConfig(request: UpdateEdgeConfigRequest, options?: CallOptions): CallPromise<UpdateEdgeConfigResponseBody> {
    return asValue(globalConfigUpdateEdgeConfig(this.#core, request, options));
  }

  /**
   * Delete edge config (DELETE /global-config/{edgeConfigId}).
   * DELETE /v1/global-config/{edgeConfigId}
   */
  deleteEdgeConfig(request: DeleteEdgeConfigRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigResponseBody> {
    return asValue(globalConfigDeleteEdgeConfig(this.#core, request, options));
  }

  /**
   * Get edge config items (GET /global-config/{edgeConfigId}/items).
   * GET /v1/global-config/{edgeConfigId}/items
   */
  getEdgeConfigItems(request: GetEdgeConfigItemsRequest, options?: CallOptions): CallPromise<GetEdgeConfigItemsResponseBody> {
    return asValue(globalConfigGetEdgeConfigItems(this.#core, request, options));
  }

  /**
   * Get edge config schema (GET /global-config/{edgeConfigId}/schema).
   * GET /v1/global-config/{edgeConfigId}/schema
   */
  getEdgeConfigSchema(request: GetEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<GetEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigGetEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Patch edge config schema (POST /global-config/{edgeConfigId}/schema).
   * POST /v1/global-config/{edgeConfigId}/schema
   */
  patchEdgeConfigSchema(request: PatchEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<PatchEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigPatchEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Delete edge config schema (DELETE /global-config/{edgeConfigId}/schema).
   * DELETE /v1/global-config/{edgeConfigId}/schema
   */
  deleteEdgeConfigSchema(request: DeleteEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigDeleteEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Get edge config item (GET /global-config/{edgeConfigId}/item/{edgeConfigItemKey}).
   * GET /v1/global-config/{edgeConfigId}/item/{edgeConfigItemKey}
   */
  getEdgeConfigItem(request: GetEdgeConfigItemRequest, options?: CallOptions): CallPromise<GetEdgeConfigItemResponseBody> {
    return asValue(globalConfigGetEdgeConfigItem(this.#core, request, options));
  }

  /**
   * Get edge config tokens (GET /global-config/{edgeConfigId}/tokens).
   * GET /v1/global-config/{edgeConfigId}/tokens
   */
  getEdgeConfigTokens(request: GetEdgeConfigTokensRequest, options?: CallOptions): CallPromise<GetEdgeConfigTokensResponseBody> {
    return asValue(globalConfigGetEdgeConfigTokens(this.#core, request, options));
  }

  /**
   * Delete edge config tokens (DELETE /global-config/{edgeConfigId}/tokens).
   * DELETE /v1/global-config/{edgeConfigId}/tokens
   */
  deleteEdgeConfigTokens(request: DeleteEdgeConfigTokensRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigTokensResponseBody> {
    return asValue(globalConfigDeleteEdgeConfigTokens(this.#core, request, options));
  }

  /**
   * Get edge config token (GET /global-config/{edgeConfigId}/token/{token}).
   * GET /v1/global-config/{edgeConfigId}/token/{token}
   */
  getEdgeConfigToken(request: GetEdgeConfigTokenRequest, options?: CallOptions): CallPromise<GetEdgeConfigTokenResponseBody> {
    return asValue(globalConfigGetEdgeConfigToken(this.#core, request, options));
  }

  /**
   * Create edge config token (POST /global-config/{edgeConfigId}/token).
   * POST /v1/global-config/{edgeConfigId}/token
   */
  createEdgeConfigToken(request: CreateEdgeConfigTokenRequest, options?: CallOptions): CallPromise<CreateEdgeConfigTokenResponseBody> {
    return asValue(globalConfigCreateEdgeConfigToken(this.#core, request, options));
  }

  /**
   * Get edge config backup (GET /global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}).
   * GET /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}
   */
  getEdgeConfigBackup(request: GetEdgeConfigBackupRequest, options?: CallOptions): CallPromise<GetEdgeConfigBackupResponseBody> {
    return asValue(globalConfigGetEdgeConfigBackup(this.#core, request, options));
  }

  /**
   * Restore edge config backup (POST /global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}/restore).
   * POST /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}/restore
   */
  restoreEdgeConfigBackup(request: RestoreEdgeConfigBackupRequest, options?: CallOptions): CallPromise<RestoreEdgeConfigBackupResponseBody> {
    return asValue(globalConfigRestoreEdgeConfigBackup(this.#core, request, options));
  }

  /**
   * Get edge config backups (GET /global-config/{edgeConfigId}/backups).
   * GET /v1/global-config/{edgeConfigId}/backups
   */
  getEdgeConfigBackups(request: GetEdgeConfigBackupsRequest, options?: CallOptions): CallPromise<GetEdgeConfigBackupsResponseBody> {
    return asValue(globalConfigGetEdgeConfigBackups(this.#core, request, options));
  }
}
