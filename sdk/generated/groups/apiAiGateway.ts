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
   * Creates a virtual model: one name that stands for several AI models with an order of fallbacks.
   * POST /v1/ai-gateway/virtual-model-configs
   */
  createAiGatewayVirtualModelConfig(request?: CreateAiGatewayVirtualModelConfigRequest, options?: CallOptions): CallPromise<CreateAiGatewayVirtualModelConfigResponseBody> {
    return asValue(apiAiGatewayCreateAiGatewayVirtualModelConfig(this.#core, request, options));
  }

  /**
   * Reads one virtual model of the AI gateway, named in the query.
   * GET /v1/ai-gateway/virtual-model-configs
   */
  getAiGatewayVirtualModelConfig(request?: GetAiGatewayVirtualModelConfigRequest, options?: CallOptions): CallPromise<GetAiGatewayVirtualModelConfigResponseBody> {
    return asValue(apiAiGatewayGetAiGatewayVirtualModelConfig(this.#core, request, options));
  }

  /**
   * Changes a virtual model of the AI gateway, named in the body.
   * PATCH /v1/ai-gateway/virtual-model-configs
   */
  updateAiGatewayVirtualModelConfig(request?: UpdateAiGatewayVirtualModelConfigRequest, options?: CallOptions): CallPromise<UpdateAiGatewayVirtualModelConfigResponseBody> {
    return asValue(apiAiGatewayUpdateAiGatewayVirtualModelConfig(this.#core, request, options));
  }

  /**
   * Deletes a virtual model of the AI gateway, named in the query.
   * DELETE /v1/ai-gateway/virtual-model-configs
   */
  deleteAiGatewayVirtualModelConfig(request: DeleteAiGatewayVirtualModelConfigRequest, options?: CallOptions): CallPromise<DeleteAiGatewayVirtualModelConfigResponseBody> {
    return asValue(apiAiGatewayDeleteAiGatewayVirtualModelConfig(this.#core, request, options));
  }

  /**
   * Lists the virtual models of the AI gateway, page by page.
   * GET /v1/ai-gateway/virtual-model-configs/list
   */
  listAiGatewayVirtualModelConfigs(request?: ListAiGatewayVirtualModelConfigsRequest, options?: CallOptions): CallPromise<ListAiGatewayVirtualModelConfigsResponseBody> {
    return asValue(apiAiGatewayListAiGatewayVirtualModelConfigs(this.#core, request, options));
  }

  /**
   * Reads one virtual model of the AI gateway by its slug.
   * GET /v1/ai-gateway/virtual-model-configs/{vmcSlug}
   */
  getAiGatewayVirtualModelConfigBySlug(request: GetAiGatewayVirtualModelConfigBySlugRequest, options?: CallOptions): CallPromise<GetAiGatewayVirtualModelConfigBySlugResponseBody> {
    return asValue(apiAiGatewayGetAiGatewayVirtualModelConfigBySlug(this.#core, request, options));
  }

  /**
   * Changes a virtual model of the AI gateway, named by its slug.
   * PATCH /v1/ai-gateway/virtual-model-configs/{vmcSlug}
   */
  updateAiGatewayVirtualModelConfigBySlug(request: UpdateAiGatewayVirtualModelConfigBySlugRequest, options?: CallOptions): CallPromise<UpdateAiGatewayVirtualModelConfigBySlugResponseBody> {
    return asValue(apiAiGatewayUpdateAiGatewayVirtualModelConfigBySlug(this.#core, request, options));
  }

  /**
   * Deletes a virtual model of the AI gateway by its slug.
   * DELETE /v1/ai-gateway/virtual-model-configs/{vmcSlug}
   */
  deleteAiGatewayVirtualModelConfigBySlug(request: DeleteAiGatewayVirtualModelConfigBySlugRequest, options?: CallOptions): CallPromise<DeleteAiGatewayVirtualModelConfigBySlugResponseBody> {
    return asValue(apiAiGatewayDeleteAiGatewayVirtualModelConfigBySlug(this.#core, request, options));
  }
}
