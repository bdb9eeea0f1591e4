// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { edgeConfigGetEdgeConfigs } from '../funcs/edgeConfigGetEdgeConfigs.ts';
import { edgeConfigCreateEdgeConfig } from '../funcs/edgeConfigCreateEdgeConfig.ts';
import { edgeConfigGetEdgeConfig } from '../funcs/edgeConfigGetEdgeConfig.ts';
import { edgeConfigUpdateEdgeConfig } from '../funcs/edgeConfigUpdateEdgeConfig.ts';
import { edgeConfigDeleteEdgeConfig } from '../funcs/edgeConfigDeleteEdgeConfig.ts';
import { edgeConfigGetEdgeConfigItems } from '../funcs/edgeConfigGetEdgeConfigItems.ts';
import { edgeConfigPatchEdgeConfigItems } from '../funcs/edgeConfigPatchEdgeConfigItems.ts';
import { edgeConfigGetEdgeConfigSchema } from '../funcs/edgeConfigGetEdgeConfigSchema.ts';
import { edgeConfigPatchEdgeConfigSchema } from '../funcs/edgeConfigPatchEdgeConfigSchema.ts';
import { edgeConfigDeleteEdgeConfigSchema } from '../funcs/edgeConfigDeleteEdgeConfigSchema.ts';
import { edgeConfigGetEdgeConfigItem } from '../funcs/edgeConfigGetEdgeConfigItem.ts';
import { edgeConfigGetEdgeConfigTokens } from '../funcs/edgeConfigGetEdgeConfigTokens.ts';
import { edgeConfigDeleteEdgeConfigTokens } from '../funcs/edgeConfigDeleteEdgeConfigTokens.ts';
import { edgeConfigGetEdgeConfigToken } from '../funcs/edgeConfigGetEdgeConfigToken.ts';
import { edgeConfigCreateEdgeConfigToken } from '../funcs/edgeConfigCreateEdgeConfigToken.ts';
import { edgeConfigGetEdgeConfigBackup } from '../funcs/edgeConfigGetEdgeConfigBackup.ts';
import { edgeConfigGetEdgeConfigBackups } from '../funcs/edgeConfigGetEdgeConfigBackups.ts';
import type { CreateEdgeConfigRequest, CreateEdgeConfigResponseBody, CreateEdgeConfigTokenRequest, CreateEdgeConfigTokenResponseBody, DeleteEdgeConfigRequest, DeleteEdgeConfigResponseBody, DeleteEdgeConfigSchemaRequest, DeleteEdgeConfigSchemaResponseBody, DeleteEdgeConfigTokensRequest, DeleteEdgeConfigTokensResponseBody, GetEdgeConfigBackupRequest, GetEdgeConfigBackupResponseBody, GetEdgeConfigBackupsRequest, GetEdgeConfigBackupsResponseBody, GetEdgeConfigItemRequest, GetEdgeConfigItemResponseBody, GetEdgeConfigItemsRequest, GetEdgeConfigItemsResponseBody, GetEdgeConfigRequest, GetEdgeConfigResponseBody, GetEdgeConfigSchemaRequest, GetEdgeConfigSchemaResponseBody, GetEdgeConfigTokenRequest, GetEdgeConfigTokenResponseBody, GetEdgeConfigTokensRequest, GetEdgeConfigTokensResponseBody, GetEdgeConfigsRequest, GetEdgeConfigsResponseBody, PatchEdgeConfigItemsRequest, PatchEdgeConfigItemsResponseBody, PatchEdgeConfigSchemaRequest, PatchEdgeConfigSchemaResponseBody, UpdateEdgeConfigRequest, UpdateEdgeConfigResponseBody } from '../types/edgeConfig.ts';

export class EdgeConfig {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Lists the edge configs of the account or team.
   * GET /v1/edge-config
   */
  getEdgeConfigs(request?: GetEdgeConfigsRequest, options?: CallOptions): CallPromise<GetEdgeConfigsResponseBody> {
    return asValue(edgeConfigGetEdgeConfigs(this.#core, request, options));
  }

  /**
   * Creates an edge config, optionally with first items.
   * POST /v1/edge-config
   */
  createEdgeConfig(request: CreateEdgeConfigRequest, options?: CallOptions): CallPromise<CreateEdgeConfigResponseBody> {
    return asValue(edgeConfigCreateEdgeConfig(this.#core, request, options));
  }

  /**
   * Reads one edge config, without its items.
   * GET /v1/edge-config/{edgeConfigId}
   */
  getEdgeConfig(request: GetEdgeConfigRequest, options?: CallOptions): CallPromise<GetEdgeConfigResponseBody> {
    return asValue(edgeConfigGetEdgeConfig(this.#core, request, options));
  }

  /**
   * Renames an edge config.
   * PUT /v1/edge-config/{edgeConfigId}
   */
  updateEdgeConfig(request: UpdateEdgeConfigRequest, options?: CallOptions): CallPromise<UpdateEdgeConfigResponseBody> {
    return asValue(edgeConfigUpdateEdgeConfig(this.#core, request, options));
  }

  /**
   * Deletes an edge config with all its items.
   * DELETE /v1/edge-config/{edgeConfigId}
   */
  deleteEdgeConfig(request: DeleteEdgeConfigRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigResponseBody> {
    return asValue(edgeConfigDeleteEdgeConfig(this.#core, request, options));
  }

  /**
   * Reads all items of an edge config.
   * GET /v1/edge-config/{edgeConfigId}/items
   */
  getEdgeConfigItems(request: GetEdgeConfigItemsRequest, options?: CallOptions): CallPromise<GetEdgeConfigItemsResponseBody> {
    return asValue(edgeConfigGetEdgeConfigItems(this.#core, request, options));
  }

  /**
   * Creates, changes and deletes several items of an edge config in one step.
   * PATCH /v1/edge-config/{edgeConfigId}/items
   */
  patchEdgeConfigItems(request: PatchEdgeConfigItemsRequest, options?: CallOptions): CallPromise<PatchEdgeConfigItemsResponseBody> {
    return asValue(edgeConfigPatchEdgeConfigItems(this.#core, request, options));
  }

  /**
   * Reads the schema an edge config's items must satisfy.
   * GET /v1/edge-config/{edgeConfigId}/schema
   */
  getEdgeConfigSchema(request: GetEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<GetEdgeConfigSchemaResponseBody> {
    return asValue(edgeConfigGetEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Sets the schema of an edge config; with `dryRun` it only checks it.
   * POST /v1/edge-config/{edgeConfigId}/schema
   */
  patchEdgeConfigSchema(request: PatchEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<PatchEdgeConfigSchemaResponseBody> {
    return asValue(edgeConfigPatchEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Removes the schema of an edge config; its items stay.
   * DELETE /v1/edge-config/{edgeConfigId}/schema
   */
  deleteEdgeConfigSchema(request: DeleteEdgeConfigSchemaRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigSchemaResponseBody> {
    return asValue(edgeConfigDeleteEdgeConfigSchema(this.#core, request, options));
  }

  /**
   * Reads one item of an edge config by its key.
   * GET /v1/edge-config/{edgeConfigId}/item/{edgeConfigItemKey}
   */
  getEdgeConfigItem(request: GetEdgeConfigItemRequest, options?: CallOptions): CallPromise<GetEdgeConfigItemResponseBody> {
    return asValue(edgeConfigGetEdgeConfigItem(this.#core, request, options));
  }

  /**
   * Lists the read tokens of an edge config.
   * GET /v1/edge-config/{edgeConfigId}/tokens
   */
  getEdgeConfigTokens(request: GetEdgeConfigTokensRequest, options?: CallOptions): CallPromise<GetEdgeConfigTokensResponseBody> {
    return asValue(edgeConfigGetEdgeConfigTokens(this.#core, request, options));
  }

  /**
   * Revokes read tokens of an edge config.
   * DELETE /v1/edge-config/{edgeConfigId}/tokens
   */
  deleteEdgeConfigTokens(request: DeleteEdgeConfigTokensRequest, options?: CallOptions): CallPromise<DeleteEdgeConfigTokensResponseBody> {
    return asValue(edgeConfigDeleteEdgeConfigTokens(this.#core, request, options));
  }

  /**
   * Reads what is known about one read token of an edge config.
   * GET /v1/edge-config/{edgeConfigId}/token/{token}
   */
  getEdgeConfigToken(request: GetEdgeConfigTokenRequest, options?: CallOptions): CallPromise<GetEdgeConfigTokenResponseBody> {
    return asValue(edgeConfigGetEdgeConfigToken(this.#core, request, options));
  }

  /**
   * Creates a read token for an edge config.
   * POST /v1/edge-config/{edgeConfigId}/token
   */
  createEdgeConfigToken(request: CreateEdgeConfigTokenRequest, options?: CallOptions): CallPromise<CreateEdgeConfigTokenResponseBody> {
    return asValue(edgeConfigCreateEdgeConfigToken(this.#core, request, options));
  }

  /**
   * Reads one saved version of an edge config.
   * GET /v1/edge-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}
   */
  getEdgeConfigBackup(request: GetEdgeConfigBackupRequest, options?: CallOptions): CallPromise<GetEdgeConfigBackupResponseBody> {
    return asValue(edgeConfigGetEdgeConfigBackup(this.#core, request, options));
  }

  /**
   * Lists the saved versions of an edge config, page by page.
   * GET /v1/edge-config/{edgeConfigId}/backups
   */
  getEdgeConfigBackups(request: GetEdgeConfigBackupsRequest, options?: CallOptions): CallPromise<GetEdgeConfigBackupsResponseBody> {
    return asValue(edgeConfigGetEdgeConfigBackups(this.#core, request, options));
  }
}
