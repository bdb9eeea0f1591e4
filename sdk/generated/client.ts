// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { PlatformCore } from '../runtime/core.ts';
import type { CallOptions } from '../runtime/options.ts';
import { type CallPromise, asValue } from '../runtime/result.ts';
import { integrationsGetBillingPlans } from './funcs/integrationsGetBillingPlans.ts';
import { replaceDomainsByDomainRecords } from './funcs/replaceDomainsByDomainRecords.ts';
import { getDomainsRecordsByRecordId } from './funcs/getDomainsRecordsByRecordId.ts';
import { createApiKeys } from './funcs/createApiKeys.ts';
import { createObservabilityQuery } from './funcs/createObservabilityQuery.ts';
import { getObservabilitySchema } from './funcs/getObservabilitySchema.ts';
import { getObservabilitySchemaByMetricId } from './funcs/getObservabilitySchemaByMetricId.ts';
import { createSpeedInsightsToggle } from './funcs/createSpeedInsightsToggle.ts';
import { createWebInsightsToggle } from './funcs/createWebInsightsToggle.ts';
import type { GetBillingPlansRequest, GetBillingPlansResponseBody } from './types/integrations.ts';
import type { CreateApiKeysRequest, CreateApiKeysResponseBody, CreateObservabilityQueryRequest, CreateObservabilityQueryResponseBody, CreateSpeedInsightsToggleRequest, CreateSpeedInsightsToggleResponseBody, CreateWebInsightsToggleRequest, CreateWebInsightsToggleResponseBody, GetDomainsRecordsByRecordIdRequest, GetDomainsRecordsByRecordIdResponseBody, GetObservabilitySchemaByMetricIdRequest, GetObservabilitySchemaByMetricIdResponseBody, GetObservabilitySchemaResponseBody, ReplaceDomainsByDomainRecordsRequest, ReplaceDomainsByDomainRecordsResponseBody } from './types/client.ts';
import { AccessGroups } from './groups/accessGroups.ts';
import { AiGateway } from './groups/aiGateway.ts';
import { Aliases } from './groups/aliases.ts';
import { ApiAiGateway } from './groups/apiAiGateway.ts';
import { Artifacts } from './groups/artifacts.ts';
import { Marketplace } from './groups/marketplace.ts';
import { Authentication } from './groups/authentication.ts';
import { Billing } from './groups/billing.ts';
import { BulkRedirects } from './groups/bulkRedirects.ts';
import { Certs } from './groups/certs.ts';
import { Checks } from './groups/checks.ts';
import { ChecksV2 } from './groups/checksV2.ts';
import { Connect } from './groups/connect.ts';
import { Deployments } from './groups/deployments.ts';
import { Integrations } from './groups/integrations.ts';
import { Dns } from './groups/dns.ts';
import { Domains } from './groups/domains.ts';
import { DomainsRegistrar } from './groups/domainsRegistrar.ts';
import { Drains } from './groups/drains.ts';
import { EdgeCache } from './groups/edgeCache.ts';
import { Environment } from './groups/environment.ts';
import { FeatureFlags } from './groups/featureFlags.ts';
import { GlobalConfig } from './groups/globalConfig.ts';
import { EdgeConfig } from './groups/edgeConfig.ts';
import { Kms } from './groups/kms.ts';
import { LogDrains } from './groups/logDrains.ts';
import { Logs } from './groups/logs.ts';
import { Microfrontends } from './groups/microfrontends.ts';
import { Networking } from './groups/networking.ts';
import { StaticIps } from './groups/staticIps.ts';
import { Observability } from './groups/observability.ts';
import { ProjectMembers } from './groups/projectMembers.ts';
import { ProjectRoutes } from './groups/projectRoutes.ts';
import { Projects } from './groups/projects.ts';
import { RollingRelease } from './groups/rollingRelease.ts';
import { Sandboxes } from './groups/sandboxes.ts';
import { Security } from './groups/security.ts';
import { Storage } from './groups/storage.ts';
import { Teams } from './groups/teams.ts';
import { User } from './groups/user.ts';
import { Vcr } from './groups/vcr.ts';
import { WebAnalytics } from './groups/webAnalytics.ts';
import { Webhooks } from './groups/webhooks.ts';

/** The client: every operation is a method, most of them in groups. */
export class Platform extends PlatformCore {
  #accessGroups?: AccessGroups;
  #aiGateway?: AiGateway;
  #aliases?: Aliases;
  #apiAiGateway?: ApiAiGateway;
  #artifacts?: Artifacts;
  #marketplace?: Marketplace;
  #authentication?: Authentication;
  #billing?: Billing;
  #bulkRedirects?: BulkRedirects;
  #certs?: Certs;
  #checks?: Checks;
  #checksV2?: ChecksV2;
  #connect?: Connect;
  #deployments?: Deployments;
  #integrations?: Integrations;
  #dns?: Dns;
  #domains?: Domains;
  #domainsRegistrar?: DomainsRegistrar;
  #drains?: Drains;
  #edgeCache?: EdgeCache;
  #environment?: Environment;
  #featureFlags?: FeatureFlags;
  #globalConfig?: GlobalConfig;
  #edgeConfig?: EdgeConfig;
  #kms?: Kms;
  #logDrains?: LogDrains;
  #logs?: Logs;
  #microfrontends?: Microfrontends;
  #networking?: Networking;
  #staticIps?: StaticIps;
  #observability?: Observability;
  #projectMembers?: ProjectMembers;
  #projectRoutes?: ProjectRoutes;
  #projects?: Projects;
  #rollingRelease?: RollingRelease;
  #sandboxes?: Sandboxes;
  #security?: Security;
  #storage?: Storage;
  #teams?: Teams;
  #user?: User;
  #vcr?: Vcr;
  #webAnalytics?: WebAnalytics;
  #webhooks?: Webhooks;

  get accessGroups(): AccessGroups {
    this.#accessGroups ??= new AccessGroups(this);
    return this.#accessGroups;
  }

  get aiGateway(): AiGateway {
    this.#aiGateway ??= new AiGateway(this);
    return this.#aiGateway;
  }

  get aliases(): Aliases {
    this.#aliases ??= new Aliases(this);
    return this.#aliases;
  }

  get apiAiGateway(): ApiAiGateway {
    this.#apiAiGateway ??= new ApiAiGateway(this);
    return this.#apiAiGateway;
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

  get billing(): Billing {
    this.#billing ??= new Billing(this);
    return this.#billing;
  }

  get bulkRedirects(): BulkRedirects {
    this.#bulkRedirects ??= new BulkRedirects(this);
    return this.#bulkRedirects;
  }

  get certs(): Certs {
    this.#certs ??= new Certs(this);
    return this.#certs;
  }

  get checks(): Checks {
    this.#checks ??= new Checks(this);
    return this.#checks;
  }

  get checksV2(): ChecksV2 {
    this.#checksV2 ??= new ChecksV2(this);
    return this.#checksV2;
  }

  get connect(): Connect {
    this.#connect ??= new Connect(this);
    return this.#connect;
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

  get domainsRegistrar(): DomainsRegistrar {
    this.#domainsRegistrar ??= new DomainsRegistrar(this);
    return this.#domainsRegistrar;
  }

  get drains(): Drains {
    this.#drains ??= new Drains(this);
    return this.#drains;
  }

  get edgeCache(): EdgeCache {
    this.#edgeCache ??= new EdgeCache(this);
    return this.#edgeCache;
  }

  get environment(): Environment {
    this.#environment ??= new Environment(this);
    return this.#environment;
  }

  get featureFlags(): FeatureFlags {
    this.#featureFlags ??= new FeatureFlags(this);
    return this.#featureFlags;
  }

  get globalConfig(): GlobalConfig {
    this.#globalConfig ??= new GlobalConfig(this);
    return this.#globalConfig;
  }

  get edgeConfig(): EdgeConfig {
    this.#edgeConfig ??= new EdgeConfig(this);
    return this.#edgeConfig;
  }

  get kms(): Kms {
    this.#kms ??= new Kms(this);
    return this.#kms;
  }

  get logDrains(): LogDrains {
    this.#logDrains ??= new LogDrains(this);
    return this.#logDrains;
  }

  get logs(): Logs {
    this.#logs ??= new Logs(this);
    return this.#logs;
  }

  get microfrontends(): Microfrontends {
    this.#microfrontends ??= new Microfrontends(this);
    return this.#microfrontends;
  }

  get networking(): Networking {
    this.#networking ??= new Networking(this);
    return this.#networking;
  }

  get staticIps(): StaticIps {
    this.#staticIps ??= new StaticIps(this);
    return this.#staticIps;
  }

  get observability(): Observability {
    this.#observability ??= new Observability(this);
    return this.#observability;
  }

  get projectMembers(): ProjectMembers {
    this.#projectMembers ??= new ProjectMembers(this);
    return this.#projectMembers;
  }

  get projectRoutes(): ProjectRoutes {
    this.#projectRoutes ??= new ProjectRoutes(this);
    return this.#projectRoutes;
  }

  get projects(): Projects {
    this.#projects ??= new Projects(this);
    return this.#projects;
  }

  get rollingRelease(): RollingRelease {
    this.#rollingRelease ??= new RollingRelease(this);
    return this.#rollingRelease;
  }

  get sandboxes(): Sandboxes {
    this.#sandboxes ??= new Sandboxes(this);
    return this.#sandboxes;
  }

  get security(): Security {
    this.#security ??= new Security(this);
    return this.#security;
  }

  get storage(): Storage {
    this.#storage ??= new Storage(this);
    return this.#storage;
  }

  get teams(): Teams {
    this.#teams ??= new Teams(this);
    return this.#teams;
  }

  get user(): User {
    this.#user ??= new User(this);
    return this.#user;
  }

  get vcr(): Vcr {
    this.#vcr ??= new Vcr(this);
    return this.#vcr;
  }

  get webAnalytics(): WebAnalytics {
    this.#webAnalytics ??= new WebAnalytics(this);
    return this.#webAnalytics;
  }

  get webhooks(): Webhooks {
    this.#webhooks ??= new Webhooks(this);
    return this.#webhooks;
  }

  /**
   * Lists the billing plans of one product of an integration.
   * GET /v1/integrations/integration/{integrationIdOrSlug}/products/{productIdOrSlug}/plans
   * @deprecated Its name is integrations.getBillingPlans now.
   */
  getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans(request: GetBillingPlansRequest, options?: CallOptions): CallPromise<GetBillingPlansResponseBody> {
    return asValue(integrationsGetBillingPlans(this, request, options));
  }

  /**
   * Replaces all DNS records of a domain, as a whole zone.
   * PUT /domains/{domain}/records
   */
  replaceDomainsByDomainRecords(request: ReplaceDomainsByDomainRecordsRequest, options?: CallOptions): CallPromise<ReplaceDomainsByDomainRecordsResponseBody> {
    return asValue(replaceDomainsByDomainRecords(this, request, options));
  }

  /**
   * Reads one DNS record by its id.
   * GET /domains/records/{recordId}
   */
  getDomainsRecordsByRecordId(request: GetDomainsRecordsByRecordIdRequest, options?: CallOptions): CallPromise<GetDomainsRecordsByRecordIdResponseBody> {
    return asValue(getDomainsRecordsByRecordId(this, request, options));
  }

  /**
   * Creates an API key for the AI gateway, optionally with a spending quota.
   * POST /api-keys
   */
  createApiKeys(request?: CreateApiKeysRequest, options?: CallOptions): CallPromise<CreateApiKeysResponseBody> {
    return asValue(createApiKeys(this, request, options));
  }

  /**
   * Queries observability metrics: aggregates a metric over time with filters and groups.
   * POST /v2/observability/query
   */
  createObservabilityQuery(request?: CreateObservabilityQueryRequest, options?: CallOptions): CallPromise<CreateObservabilityQueryResponseBody> {
    return asValue(createObservabilityQuery(this, request, options));
  }

  /**
   * Lists the metrics that observability queries can ask for.
   * GET /v2/observability/schema
   */
  getObservabilitySchema(options?: CallOptions): CallPromise<GetObservabilitySchemaResponseBody> {
    return asValue(getObservabilitySchema(this, options));
  }

  /**
   * Reads the dimensions and aggregations of one observability metric.
   * GET /v2/observability/schema/{metricId}
   */
  getObservabilitySchemaByMetricId(request: GetObservabilitySchemaByMetricIdRequest, options?: CallOptions): CallPromise<GetObservabilitySchemaByMetricIdResponseBody> {
    return asValue(getObservabilitySchemaByMetricId(this, request, options));
  }

  /**
   * Switches Speed Insights, the performance measurements of visitors, on or off for a project.
   * POST /speed-insights/toggle
   */
  createSpeedInsightsToggle(request: CreateSpeedInsightsToggleRequest, options?: CallOptions): CallPromise<CreateSpeedInsightsToggleResponseBody> {
    return asValue(createSpeedInsightsToggle(this, request, options));
  }

  /**
   * Switches Web Analytics, the counting of visitors, on or off for a project.
   * POST /web/insights/toggle
   */
  createWebInsightsToggle(request: CreateWebInsightsToggleRequest, options?: CallOptions): CallPromise<CreateWebInsightsToggleResponseBody> {
    return asValue(createWebInsightsToggle(this, request, options));
  }
}
