// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { apiAiGatewayCreateAiGatewayVirtualModelConfig } from '../funcs/apiAiGatewayCreateAiGatewayVirtualModelConfig.ts';
import { apiAiGatewayGetAiGatewayVirtualModelConfig } from '../funcs/apiAiGatewayGetAiGatewayVirtualModelConfig.ts';
import { apiAiGatewayUpdateAiGatewayVirtualModelConfig } from '../funcs/apiAiGatewayUpdateAiGatewayVirtualModelConfig.ts';
import { apiAiGatewayDeleteAiGatewayVirtualModelConfig } from '../funcs/apiAiGatewayDeleteAiGatewayVirtualModelConfig.ts';
import { apiAiGatewayListAiGatewayVirtualModelConfigs } from '../funcs/apiAiGatewayListAiGatewayVirtualModelConfigs.ts';
import { apiAiGatewayGetAiGatewayVirtualModelConfigBySlug } from '../funcs/apiAiGatewayGetAiGatewayVirtualModelConfigBySlug.ts';
import { apiAiGatewayUpdateAiGatewayVirtualModelConfigBySlug } from '../funcs/apiAiGatewayUpdateAiGatewayVirtualModelConfigBySlug.ts';
import { apiAiGatewayDeleteAiGatewayVirtualModelConfigBySlug } from '../funcs/apiAiGatewayDeleteAiGatewayVirtualModelConfigBySlug.ts';
import type { CreateAiGatewayVirtualModelConfigRequest, CreateAiGatewayVirtualModelConfigResponseBody, DeleteAiGatewayVirtualModelConfigBySlugRequest, DeleteAiGatewayVirtualModelConfigBySlugResponseBody, DeleteAiGatewayVirtualModelConfigRequest, DeleteAiGatewayVirtualModelConfigResponseBody, GetAiGatewayVirtualModelConfigBySlugRequest, GetAiGatewayVirtualModelConfigBySlugResponseBody, GetAiGatewayVirtualModelConfigRequest, GetAiGatewayVirtualModelConfigResponseBody, ListAiGatewayVirtualModelConfigsRequest, ListAiGatewayVirtualModelConfigsResponseBody, UpdateAiGatewayVirtualModelConfigBySlugRequest, UpdateAiGatewayVirtualModelConfigBySlugResponseBody, UpdateAiGatewayVirtualModelConfigRequest, UpdateAiGatewayVirtualModelConfigResponseBody } from '../types/apiAiGateway.ts';

export class ApiAiGateway {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Create ai gateway virtual model config (POST /ai-gateway/virtual-model-configs).
   * POST /v1/ai-gateway/virtual-model-configs
   */
  createAiGatewayVirtualModelConfig(request?: CreateAiGatewayVirtualModelConfigRequest, options?: CallOptions): CallPromise<CreateAiGatewayVirtualModelConfigResponseBody> {
    return asValue(apiAiGatewayCreateAiGatewayVirtualModelConfig(this.#core, request, options));
  }

  /**
   * Get ai gateway virtual model config (GET /ai-gateway/virtual-model-configs).
   * GET /v1/ai-gateway/virtual-model-configs
   */
  getAiGatewayVirtualModelConfig(request?: GetAiGatewayVirtualModelConfigRequest, options?: CallOptions): CallPromise<GetAiGatewayVirtualModelConfigResponseBody> {
    return asValue(apiAiGatewayGetAiGatewayVirtualModelConfig(this.#core, request, options));
  }

  /**
   * Update ai gateway virtual model config (PATCH /ai-gateway/virtual-model-configs).
   * PATCH /v1/ai-gateway/virtual-model-configs
   */
  updateAiGatewayVirtualModelConfig(request?: UpdateAiGatewayVirtualModelConfigRequest, options?: CallOptions): CallPromise<UpdateAiGatewayVirtualModelConfigResponseBody> {
    return asValue(apiAiGatewayUpdateAiGatewayVirtualModelConfig(this.#core, request, options));
  }

  /**
   * Delete ai gateway virtual model config (DELETE /ai-gateway/virtual-model-configs).
   * DELETE /v1/ai-gateway/virtual-model-configs
   */
  deleteAiGatewayVirtualModelConfig(request: DeleteAiGatewayVirtualModelConfigRequest, options?: CallOptions): CallPromise<DeleteAiGatewayVirtualModelConfigResponseBody> {
    return asValue(apiAiGatewayDeleteAiGatewayVirtualModelConfig(this.#core, request, options));
  }

  /**
   * List ai gateway virtual model configs (GET /ai-gateway/virtual-model-configs/list).
   * GET /v1/ai-gateway/virtual-model-configs/list
   */
  listAiGatewayVirtualModelConfigs(request?: ListAiGatewayVirtualModelConfigsRequest, options?: CallOptions): CallPromise<ListAiGatewayVirtualModelConfigsResponseBody> {
    return asValue(apiAiGatewayListAiGatewayVirtualModelConfigs(this.#core, request, options));
  }

  /**
   * Get ai gateway virtual model config by slug (GET /ai-gateway/virtual-model-configs/{vmcSlug}).
   * GET /v1/ai-gateway/virtual-model-configs/{vmcSlug}
   */
  getAiGatewayVirtualModelConfigBySlug(request: GetAiGatewayVirtualModelConfigBySlugRequest, options?: CallOptions): CallPromise<GetAiGatewayVirtualModelConfigBySlugResponseBody> {
    return asValue(apiAiGatewayGetAiGatewayVirtualModelConfigBySlug(this.#core, request, options));
  }

  /**
   * Update ai gateway virtual model config by slug (PATCH /ai-gateway/virtual-model-configs/{vmcSlug}).
   * PATCH /v1/ai-gateway/virtual-model-configs/{vmcSlug}
   */
  updateAiGatewayVirtualModelConfigBySlug(request: UpdateAiGatewayVirtualModelConfigBySlugRequest, options?: CallOptions): CallPromise<UpdateAiGatewayVirtualModelConfigBySlugResponseBody> {
    return asValue(apiAiGatewayUpdateAiGatewayVirtualModelConfigBySlug(this.#core, request, options));
  }

  /**
   * Delete ai gateway virtual model config by slug (DELETE /ai-gateway/virtual-model-configs/{vmcSlug}).
   * DELETE /v1/ai-gateway/virtual-model-configs/{vmcSlug}
   */
  deleteAiGatewayVirtualModelConfigBySlug(request: DeleteAiGatewayVirtualModelConfigBySlugRequest, options?: CallOptions): CallPromise<DeleteAiGatewayVirtualModelConfigBySlugResponseBody> {
    return asValue(apiAiGatewayDeleteAiGatewayVirtualModelConfigBySlug(this.#core, request, options));
  }
}
