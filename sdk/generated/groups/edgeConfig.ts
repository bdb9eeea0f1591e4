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
   * Get edge configs (GET /global-config).
   * GET /v1/global-config
   * @deprecated Its name is globalConfig.getEdgeConfigs now.
   */
  getEdgeConfigs(request?: GetEdgeConfigsRequest, options?: CallOptions): CallPromise<GetEdgeConfigsResponseBody> {
    return asValue(globalConfigGetEdgeConfigs(this.#core, request, options));
  }

  /**
   * Create edge config (POST /global-config).
   * POST /v1/global-config
   * @deprecated Its name is globalConfig.createEdgeConfig now.
   */
  createEdgeConfig(request?: CreateEdgeConfigRequest, options?: CallOptions): CallPromise<CreateEdgeConfigResponseBody> {
    return asValue(globalConfigCreateEdgeConfig(this.#core, request, options));
  }

  /**
   * Get edge config (GET /global-config/{edgeConfigId}).
   * GET /v1/global-config/{edgeConfigId}
   * @deprecated Its name is globalConfig.getEdgeConfig now.
   */
  getEdgeConfig(request: GetEdgeConfigRequest, options?: CallOptions): CallPromise<GetEdgeConfigResponseBody> {
    return asValue(globalConfigGetEdgeConfig(this.#core, request, options));
  }

  /**
   * Update edge config (PUT /global-config/{edgeConfigId}).
   * PUT /v1/global-config/{edgeConfigId}
   * @deprecated Its name is globalConfig.updateEdgeConfig now.
   */
  updateEdgeConfig(request: UpdateEdgeConfigRequest, options?: CallOptions): CallPromise<UpdateEdgeConfigResponseBody> {
    return asValue(globalConfigUpdateEdgeConfig(this.#core, request, options));
  }

  /**
   * Delete edge config (DELETE /global-config/{edgeConfigId}).
   * DELETE /v1/global-config/{edgeConfigId}
   * @deprecated Its name is globalConfig.deleteEdgeConfig now.
   */
  deleteEdgeConfig(request: DeleteEdgeConfigRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigResponseBody> {
    return asValue(globalConfigDeleteEdgeConfig(this.#core, request, options));
  }

  /**
   * Get edge config items (GET /global-config/{edgeConfigId}/items).
   * GET /v1/global-config/{edgeConfigId}/items
   * @deprecated Its name is globalConfig.getEdgeConfigItems now.
   */
  getEdgeConfigItems(request: GetEdgeConfigItemsRequest, options?: CallOptions): CallPromise<GetEdgeConfigItemsResponseBody> {
    return asValue(globalConfigGetEdgeConfigItems(this.#core, request, options));
  }

  /**
   * Get edge config schema (GET /global-config/{edgeConfigId}/schema).
   * GET /v1/global-config/{edgeConfigId}/schema
   * @deprecated Its name is globalConfig.getEdgeConfigSchema now.
   */
  getEdgeConfigSchema(request: GetEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<GetEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigGetEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Patch edge config schema (POST /global-config/{edgeConfigId}/schema).
   * POST /v1/global-config/{edgeConfigId}/schema
   * @deprecated Its name is globalConfig.patchEdgeConfigSchema now.
   */
  patchEdgeConfigSchema(request: PatchEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<PatchEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigPatchEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Delete edge config schema (DELETE /global-config/{edgeConfigId}/schema).
   * DELETE /v1/global-config/{edgeConfigId}/schema
   * @deprecated Its name is globalConfig.deleteEdgeConfigSchema now.
   */
  deleteEdgeConfigSchema(request: DeleteEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigSchemaResponseBody> {
    return asValue(globalConfigDeleteEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Get edge config item (GET /global-config/{edgeConfigId}/item/{edgeConfigItemKey}).
   * GET /v1/global-config/{edgeConfigId}/item/{edgeConfigItemKey}
   * @deprecated Its name is globalConfig.getEdgeConfigItem now.
   */
  getEdgeConfigItem(request: GetEdgeConfigItemRequest, options?: CallOptions): CallPromise<GetEdgeConfigItemResponseBody> {
    return asValue(globalConfigGetEdgeConfigItem(this.#core, request, options));
  }

  /**
   * Get edge config tokens (GET /global-config/{edgeConfigId}/tokens).
   * GET /v1/global-config/{edgeConfigId}/tokens
   * @deprecated Its name is globalConfig.getEdgeConfigTokens now.
   */
  getEdgeConfigTokens(request: GetEdgeConfigTokensRequest, options?: CallOptions): CallPromise<GetEdgeConfigTokensResponseBody> {
    return asValue(globalConfigGetEdgeConfigTokens(this.#core, request, options));
  }

  /**
   * Delete edge config tokens (DELETE /global-config/{edgeConfigId}/tokens).
   * DELETE /v1/global-config/{edgeConfigId}/tokens
   * @deprecated Its name is globalConfig.deleteEdgeConfigTokens now.
   */
  deleteEdgeConfigTokens(request: DeleteEdgeConfigTokensRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigTokensResponseBody> {
    return asValue(globalConfigDeleteEdgeConfigTokens(this.#core, request, options));
  }

  /**
   * Get edge config token (GET /global-config/{edgeConfigId}/token/{token}).
   * GET /v1/global-config/{edgeConfigId}/token/{token}
   * @deprecated Its name is globalConfig.getEdgeConfigToken now.
   */
  getEdgeConfigToken(request: GetEdgeConfigTokenRequest, options?: CallOptions): CallPromise<GetEdgeConfigTokenResponseBody> {
    return asValue(globalConfigGetEdgeConfigToken(this.#core, request, options));
  }

  /**
   * Create edge config token (POST /global-config/{edgeConfigId}/token).
   * POST /v1/global-config/{edgeConfigId}/token
   * @deprecated Its name is globalConfig.createEdgeConfigToken now.
   */
  createEdgeConfigToken(request: CreateEdgeConfigTokenRequest, options?: CallOptions): CallPromise<CreateEdgeConfigTokenResponseBody> {
    return asValue(globalConfigCreateEdgeConfigToken(this.#core, request, options));
  }

  /**
   * Get edge config backup (GET /global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}).
   * GET /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}
   * @deprecated Its name is globalConfig.getEdgeConfigBackup now.
   */
  getEdgeConfigBackup(request: GetEdgeConfigBackupRequest, options?: CallOptions): CallPromise<GetEdgeConfigBackupResponseBody> {
    return asValue(globalConfigGetEdgeConfigBackup(this.#core, request, options));
  }

  /**
   * Get edge config backups (GET /global-config/{edgeConfigId}/backups).
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
