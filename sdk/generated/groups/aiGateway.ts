// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { aiGatewayCreateAiGatewayRule } from '../funcs/aiGatewayCreateAiGatewayRule.ts';
import { aiGatewayListAiGatewayRules } from '../funcs/aiGatewayListAiGatewayRules.ts';
import { aiGatewayUpdateAiGatewayRule } from '../funcs/aiGatewayUpdateAiGatewayRule.ts';
import { aiGatewayDeleteAiGatewayRule } from '../funcs/aiGatewayDeleteAiGatewayRule.ts';
import type { CreateAiGatewayRuleRequest, CreateAiGatewayRuleResponseBody, DeleteAiGatewayRuleRequest, DeleteAiGatewayRuleResponseBody, ListAiGatewayRulesRequest, ListAiGatewayRulesResponseBody, UpdateAiGatewayRuleRequest, UpdateAiGatewayRuleResponseBody } from '../types/aiGateway.ts';

export class AiGateway {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Adds a rule that decides which models a team may call through the AI gateway.
   * POST /v1/ai-gateway/rules
   */
  createAiGatewayRule(request?: CreateAiGatewayRuleRequest, options?: CallOptions): CallPromise<CreateAiGatewayRuleResponseBody> {
    return asValue(aiGatewayCreateAiGatewayRule(this.#core, request, options));
  }

  /**
   * Lists the rules of the AI gateway: which models and providers are allowed or blocked.
   * GET /v1/ai-gateway/rules
   */
  listAiGatewayRules(request?: ListAiGatewayRulesRequest, options?: CallOptions): CallPromise<ListAiGatewayRulesResponseBody> {
    return asValue(aiGatewayListAiGatewayRules(this.#core, request, options));
  }

  /**
   * Changes a rule of the AI gateway, or switches it on or off.
   * PATCH /v1/ai-gateway/rules
   */
  updateAiGatewayRule(request?: UpdateAiGatewayRuleRequest, options?: CallOptions): CallPromise<UpdateAiGatewayRuleResponseBody> {
    return asValue(aiGatewayUpdateAiGatewayRule(this.#core, request, options));
  }

  /**
   * Deletes a rule of the AI gateway.
   * DELETE /v1/ai-gateway/rules
   */
  deleteAiGatewayRule(request: DeleteAiGatewayRuleRequest, options?: CallOptions): CallPromise<DeleteAiGatewayRuleResponseBody> {
    return asValue(aiGatewayDeleteAiGatewayRule(this.#core, request, options));
  }
}
