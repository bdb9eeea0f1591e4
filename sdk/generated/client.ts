// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { PlatformCore } from '../runtime/core.ts';
import type { CallOptions } from '../runtime/options.ts';
import { type CallPromise, asValue } from '../runtime/result.ts';
import { getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans } from './funcs/getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans.ts';
import type { GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansRequest, GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansResponseBody } from './types/client.ts';
import { AccessGroups } from './groups/accessGroups.ts';
import { Aliases } from './groups/aliases.ts';
import { Artifacts } from './groups/artifacts.ts';
import { Marketplace } from './groups/marketplace.ts';
import { Authentication } from './groups/authentication.ts';
import { Certs } from './groups/certs.ts';
import { Checks } from './groups/checks.ts';
import { Deployments } from './groups/deployments.ts';
import { Integrations } from './groups/integrations.ts';
import { Dns } from './groups/dns.ts';
import { Domains } from './groups/domains.ts';
import { EdgeConfig } from './groups/edgeConfig.ts';
import { Environment } from './groups/environment.ts';
import { LogDrains } from './groups/logDrains.ts';
import { Logs } from './groups/logs.ts';
import { ProjectMembers } from './groups/projectMembers.ts';
import { Projects } from './groups/projects.ts';
import { RollingRelease } from './groups/rollingRelease.ts';
import { Security } from './groups/security.ts';
import { Teams } from './groups/teams.ts';
import { User } from './groups/user.ts';
import { Webhooks } from './groups/webhooks.ts';

/** The client: every operation is a method, most of them in groups. */
export class Platform extends PlatformCore {
  #accessGroups?: AccessGroups;
  #aliases?: Aliases;
  #artifacts?: Artifacts;
  #marketplace?: Marketplace;
  #authentication?: Authentication;
  #certs?: Certs;
  #checks?: Checks;
  #deployments?: Deployments;
  #integrations?: Integrations;
  #dns?: Dns;
  #domains?: Domains;
  #edgeConfig?: EdgeConfig;
  #environment?: Environment;
  #logDrains?: LogDrains;
  #logs?: Logs;
  #projectMembers?: ProjectMembers;
  #projects?: Projects;
  #rollingRelease?: RollingRelease;
  #security?: Security;
  #teams?: Teams;
  #user?: User;
  #webhooks?: Webhooks;

  get accessGroups(): AccessGroups {
    this.#accessGroups ??= new AccessGroups(this);
    return this.#accessGroups;
  }

  get aliases(): Aliases {
    this.#aliases ??= new Aliases(this);
    return this.#aliases;
  }

  get artifacts(): Artifacts {
    this.#artifacts ??= new Artifacts(this);
    return this.#artifacts;
  }

  get marketplace(): Marketplace {
    this.#marketplace ??= new Marketplace(this);
    return this.#marketplace;
  }

  get authentication(): Authentication {
    this.#authentication ??= new Authentication(this);
    return this.#authentication;
  }

  get certs(): Certs {
    this.#certs ??= new Certs(this);
    return this.#certs;
  }

  get checks(): Checks {
    this.#checks ??= new Checks(this);
    return this.#checks;
  }

  get deployments(): Deployments {
    this.#deployments ??= new Deployments(this);
    return this.#deployments;
  }

  get integrations(): Integrations {
    this.#integrations ??= new Integrations(this);
    return this.#integrations;
  }

  get dns(): Dns {
    this.#dns ??= new Dns(this);
    return this.#dns;
  }

  get domains(): Domains {
    this.#domains ??= new Domains(this);
    return this.#domains;
  }

  get edgeConfig(): EdgeConfig {
    this.#edgeConfig ??= new EdgeConfig(this);
    return this.#edgeConfig;
  }

  get environment(): Environment {
    this.#environment ??= new Environment(this);
    return this.#environment;
  }

  get logDrains(): LogDrains {
    this.#logDrains ??= new LogDrains(this);
    return this.#logDrains;
  }

  get logs(): Logs {
    this.#logs ??= new Logs(this);
    return this.#logs;
  }

  get projectMembers(): ProjectMembers {
    this.#projectMembers ??= new ProjectMembers(this);
    return this.#projectMembers;
  }

  get projects(): Projects {
    this.#projects ??= new Projects(this);
    return this.#projects;
  }

  get rollingRelease(): RollingRelease {
    this.#rollingRelease ??= new RollingRelease(this);
    return this.#rollingRelease;
  }

  get security(): Security {
    this.#security ??= new Security(this);
    return this.#security;
  }

  get teams(): Teams {
    this.#teams ??= new Teams(this);
    return this.#teams;
  }

  get user(): User {
    this.#user ??= new User(this);
    return this.#user;
  }

  get webhooks(): Webhooks {
    this.#webhooks ??= new Webhooks(this);
    return this.#webhooks;
  }

  /**
   * Lists the billing plans of one product of an integration.
   * GET /v1/integrations/integration/{integrationIdOrSlug}/products/{productIdOrSlug}/plans
   */
  getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans(request: GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansRequest, options?: CallOptions): CallPromise<GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansResponseBody> {
    return asValue(getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans(this, request, options));
  }
}
