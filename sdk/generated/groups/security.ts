// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { securityUpdateAttackChallengeMode } from '../funcs/securityUpdateAttackChallengeMode.ts';
import { securityGetSecurityFirewallConfig } from '../funcs/securityGetSecurityFirewallConfig.ts';
import { securityPutFirewallConfig } from '../funcs/securityPutFirewallConfig.ts';
import { securityUpdateFirewallConfig } from '../funcs/securityUpdateFirewallConfig.ts';
import { securityGetFirewallConfig } from '../funcs/securityGetFirewallConfig.ts';
import { securityDeleteSecurityFirewallConfigByConfigVersion } from '../funcs/securityDeleteSecurityFirewallConfigByConfigVersion.ts';
import { securityCreateSecurityFirewallConfigByConfigVersionActivate } from '../funcs/securityCreateSecurityFirewallConfigByConfigVersionActivate.ts';
import { securityGetActiveAttackStatus } from '../funcs/securityGetActiveAttackStatus.ts';
import { securityGetBypassIp } from '../funcs/securityGetBypassIp.ts';
import { securityAddBypassIp } from '../funcs/securityAddBypassIp.ts';
import { securityRemoveBypassIp } from '../funcs/securityRemoveBypassIp.ts';
import { securityGetSecurityFirewallEvents } from '../funcs/securityGetSecurityFirewallEvents.ts';
import { securityGenerateFirewallRule } from '../funcs/securityGenerateFirewallRule.ts';
import type { AddBypassIpRequest, AddBypassIpResponseBody, CreateSecurityFirewallConfigByConfigVersionActivateRequest, CreateSecurityFirewallConfigByConfigVersionActivateResponseBody, DeleteSecurityFirewallConfigByConfigVersionRequest, DeleteSecurityFirewallConfigByConfigVersionResponseBody, GenerateFirewallRuleRequest, GenerateFirewallRuleResponseBody, GetActiveAttackStatusRequest, GetActiveAttackStatusResponseBody, GetBypassIpRequest, GetBypassIpResponseBody, GetFirewallConfigRequest, GetFirewallConfigResponseBody, GetSecurityFirewallConfigResponseBody, GetSecurityFirewallEventsRequest, GetSecurityFirewallEventsResponseBody, PutFirewallConfigRequest, PutFirewallConfigResponseBody, RemoveBypassIpRequest, RemoveBypassIpResponseBody, UpdateAttackChallengeModeRequest, UpdateAttackChallengeModeResponseBody, UpdateFirewallConfigRequest, UpdateFirewallConfigResponseBody } from '../types/security.ts';

export class Security {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Switches the challenge for all visitors of a project on or off.
   * POST /v1/security/attack-mode
   */
  updateAttackChallengeMode(request: UpdateAttackChallengeModeRequest, options?: CallOptions): CallPromise<UpdateAttackChallengeModeResponseBody> {
    return asValue(securityUpdateAttackChallengeMode(this.#core, request, options));
  }

  /**
   * Lists the versions of a project's firewall configuration: active, draft and earlier ones.
   * GET /v1/security/firewall/config
   */
  getSecurityFirewallConfig(options?: CallOptions): CallPromise<GetSecurityFirewallConfigResponseBody> {
    return asValue(securityGetSecurityFirewallConfig(this.#core, options));
  }

  /**
   * Replaces a project's whole firewall configuration.
   * PUT /v1/security/firewall/config
   */
  putFirewallConfig(request: PutFirewallConfigRequest, options?: CallOptions): CallPromise<PutFirewallConfigResponseBody> {
    return asValue(securityPutFirewallConfig(this.#core, request, options));
  }

  /**
   * Changes one part of a project's firewall configuration.
   * PATCH /v1/security/firewall/config
   */
  updateFirewallConfig(request: UpdateFirewallConfigRequest, options?: CallOptions): CallPromise<UpdateFirewallConfigResponseBody> {
    return asValue(securityUpdateFirewallConfig(this.#core, request, options));
  }

  /**
   * Reads one version of a project's firewall configuration.
   * GET /v1/security/firewall/config/{configVersion}
   */
  getFirewallConfig(request: GetFirewallConfigRequest, options?: CallOptions): CallPromise<GetFirewallConfigResponseBody> {
    return asValue(securityGetFirewallConfig(this.#core, request, options));
  }

  /**
   * Discards one version of a project's firewall configuration.
   * DELETE /v1/security/firewall/config/{configVersion}
   */
  deleteSecurityFirewallConfigByConfigVersion(request: DeleteSecurityFirewallConfigByConfigVersionRequest, options?: CallOptions): CallPromise<DeleteSecurityFirewallConfigByConfigVersionResponseBody> {
    return asValue(securityDeleteSecurityFirewallConfigByConfigVersion(this.#core, request, options));
  }

  /**
   * Makes one version of a project's firewall configuration the active one.
   * POST /v1/security/firewall/config/{configVersion}/activate
   */
  createSecurityFirewallConfigByConfigVersionActivate(request: CreateSecurityFirewallConfigByConfigVersionActivateRequest, options?: CallOptions): CallPromise<CreateSecurityFirewallConfigByConfigVersionActivateResponseBody> {
    return asValue(securityCreateSecurityFirewallConfigByConfigVersionActivate(this.#core, request, options));
  }

  /**
   * Tells whether a project is under attack right now.
   * GET /v1/security/firewall/attack-status
   */
  getActiveAttackStatus(request: GetActiveAttackStatusRequest, options?: CallOptions): CallPromise<GetActiveAttackStatusResponseBody> {
    return asValue(securityGetActiveAttackStatus(this.#core, request, options));
  }

  /**
   * Lists the addresses that pass a project's system mitigations.
   * GET /v1/security/firewall/bypass
   */
  getBypassIp(request: GetBypassIpRequest, options?: CallOptions): CallPromise<GetBypassIpResponseBody> {
    return asValue(securityGetBypassIp(this.#core, request, options));
  }

  /**
   * Lets an address pass a project's system mitigations.
   * POST /v1/security/firewall/bypass
   */
  addBypassIp(request: AddBypassIpRequest, options?: CallOptions): CallPromise<AddBypassIpResponseBody> {
    return asValue(securityAddBypassIp(this.#core, request, options));
  }

  /**
   * Stops letting an address pass a project's system mitigations.
   * DELETE /v1/security/firewall/bypass
   */
  removeBypassIp(request: RemoveBypassIpRequest, options?: CallOptions): CallPromise<RemoveBypassIpResponseBody> {
    return asValue(securityRemoveBypassIp(this.#core, request, options));
  }

  /**
   * Lists what a project's firewall did in a span of time: which requests it denied or challenged.
   * GET /v1/security/firewall/events
   */
  getSecurityFirewallEvents(request: GetSecurityFirewallEventsRequest, options?: CallOptions): CallPromise<GetSecurityFirewallEventsResponseBody> {
    return asValue(securityGetSecurityFirewallEvents(this.#core, request, options));
  }

  /**
   * Drafts a firewall rule from a description in plain words; nothing is saved.
   * POST /v1/security/firewall/config/generate-rule
   */
  generateFirewallRule(request?: GenerateFirewallRuleRequest, options?: CallOptions): CallPromise<GenerateFirewallRuleResponseBody> {
    return asValue(securityGenerateFirewallRule(this.#core, request, options));
  }
}
