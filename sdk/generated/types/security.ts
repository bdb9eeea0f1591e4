// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { GetMicrofrontendsInGroupProjectsItemSecurityRulesetsValueRedirect, GetSecurityFirewallConfigActive, GetSecurityFirewallConfigVersionsItem, PutFirewallConfigBodyCrsSdInput, PutFirewallConfigBodyRulesItemActionMitigateActionInput, PutFirewallConfigBodyRulesItemActionMitigateRedirectInput, PutFirewallConfigBodyRulesets2ValueInput, PutFirewallConfigBodyRulesetsItemActionInput, UpdateFirewallConfigBody10ValueValueInput, UpdateFirewallConfigBody3ValueInput, UpdateFirewallConfigBody5ValueInput, UpdateFirewallConfigBody8ValueInput, UpdateFirewallConfigBody9IdInput, UpdateFirewallConfigBodyValueInput } from './shared.ts';

export type UpdateAttackChallengeModeRequestBody = { projectId: string; attackModeEnabled: boolean; attackModeActiveUntil: number } | { projectId: string; attackModeEnabled: boolean };
/** Arguments of updateAttackChallengeMode. */
export interface UpdateAttackChallengeModeRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateAttackChallengeModeRequestBody;
}
/** What updateAttackChallengeMode answers. */
export type UpdateAttackChallengeModeResponseBody = { attackModeEnabled: boolean; attackModeUpdatedAt: number };

/** What getSecurityFirewallConfig answers. */
export type GetSecurityFirewallConfigResponseBody = { active: GetSecurityFirewallConfigActive; draft: GetSecurityFirewallConfigActive; versions: GetSecurityFirewallConfigVersionsItem[] };

export type PutFirewallConfigRequestBody = { firewallEnabled: boolean; managedRules?: Record<string, unknown> | undefined; crs?: { sd?: PutFirewallConfigBodyCrsSdInput | undefined; ma?: PutFirewallConfigBodyCrsSdInput | undefined; lfi?: PutFirewallConfigBodyCrsSdInput | undefined; rfi?: PutFirewallConfigBodyCrsSdInput | undefined; rce?: PutFirewallConfigBodyCrsSdInput | undefined; php?: PutFirewallConfigBodyCrsSdInput | undefined; gen?: PutFirewallConfigBodyCrsSdInput | undefined; xss?: PutFirewallConfigBodyCrsSdInput | undefined; sqli?: PutFirewallConfigBodyCrsSdInput | undefined; sf?: PutFirewallConfigBodyCrsSdInput | undefined; java?: PutFirewallConfigBodyCrsSdInput | undefined } | undefined; rules?: ({ id?: string | undefined; name: string; description?: string | undefined; active: boolean; conditionGroup: ({ conditions: ({ type: 'host' | 'path' | 'method' | 'header' | 'query' | 'cookie' | 'target_path' | 'route' | 'raw_path' | 'ip_address' | 'region' | 'protocol' | 'scheme' | 'environment' | 'domain_environment' | 'user_agent' | 'geo_continent' | 'geo_country' | 'geo_country_region' | 'geo_city' | 'geo_as_number' | 'ja4_digest' | 'ja3_digest' | 'rate_limit_api_id' | 'server_action' | 'bot_name' | 'bot_category' | 'bot_status' | 'bot_protection' | 'shared_condition' | 'traffic_source' | 'ruleset'; op: 're' | 'eq' | 'neq' | 'ex' | 'nex' | 'inc' | 'ninc' | 'pre' | 'suf' | 'sub' | 'gt' | 'gte' | 'lt' | 'lte' | 'list'; neg?: boolean | undefined; key?: string | undefined; value?: string | string[] | number | undefined })[] })[]; action: { mitigate?: { action: PutFirewallConfigBodyRulesItemActionMitigateActionInput; rateLimit?: { algo: 'fixed_window' | 'token_bucket'; window: number; limit: number; keys: string[]; action?: 'log' | 'challenge' | 'deny' | 'rate_limit' | unknown | null | undefined } | unknown | null | undefined; redirect?: PutFirewallConfigBodyRulesItemActionMitigateRedirectInput | unknown | null | undefined; actionDuration?: string | null | undefined; bypassSystem?: boolean | null | undefined; logHeaders?: string | string[] | undefined } | undefined }; valid?: boolean | undefined; validationErrors?: string[] | string | undefined })[] | undefined; rulesets?: ({ id?: string | undefined; name: string; description?: string | undefined; active: boolean; conditionGroup: ({ conditions: ({ type: 'host' | 'path' | 'method' | 'header' | 'query' | 'cookie' | 'target_path' | 'route' | 'raw_path' | 'ip_address' | 'region' | 'protocol' | 'scheme' | 'environment' | 'domain_environment' | 'user_agent' | 'geo_continent' | 'geo_country' | 'geo_country_region' | 'geo_city' | 'geo_as_number' | 'ja4_digest' | 'ja3_digest' | 'rate_limit_api_id' | 'server_action' | 'bot_name' | 'bot_category' | 'bot_status' | 'bot_protection' | 'shared_condition' | 'traffic_source' | 'ruleset'; op: 're' | 'eq' | 'neq' | 'ex' | 'nex' | 'inc' | 'ninc' | 'pre' | 'suf' | 'sub' | 'gt' | 'gte' | 'lt' | 'lte' | 'list'; neg?: boolean | undefined; key?: string | undefined; value?: string | string[] | number | undefined })[] })[]; action?: PutFirewallConfigBodyRulesetsItemActionInput | undefined; valid?: boolean | undefined; validationErrors?: string[] | string | undefined })[] | { [key: string]: PutFirewallConfigBodyRulesets2ValueInput } | undefined; ips?: ({ id?: string | undefined; hostname: string; ip: string; notes?: string | undefined; action: 'deny' | 'challenge' | 'log' | 'bypass' })[] | undefined; botIdEnabled?: boolean | undefined; logHeaders?: string | string[] | undefined };
/** Arguments of putFirewallConfig. */
export interface PutFirewallConfigRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: PutFirewallConfigRequestBody;
}
/** What putFirewallConfig answers. */
export type PutFirewallConfigResponseBody = { active: GetSecurityFirewallConfigVersionsItem };

export type UpdateFirewallConfigRequestBody = { action: 'rules.insert'; id?: unknown | undefined; value: UpdateFirewallConfigBodyValueInput } | { action: 'rules.remove'; id: string; value?: unknown | undefined } | { action: 'crs.update'; id: string; value: UpdateFirewallConfigBody3ValueInput } | { action: 'ip.insert'; id?: unknown | undefined; value: PutFirewallConfigBodyRulesets2ValueInput } | { action: string; id: string; value: UpdateFirewallConfigBody5ValueInput } | { action: string; id: string; value: number } | { action: string; id: 'sd' | 'ma' | 'lfi' | 'rfi' | 'rce' | 'php' | 'gen' | 'xss' | 'sqli' | 'sf' | 'java'; value: PutFirewallConfigBodyCrsSdInput } | { action: string; id: string; value: UpdateFirewallConfigBody8ValueInput } | { action: string; id: UpdateFirewallConfigBody9IdInput; value: { action?: 'log' | 'challenge' | 'deny' | undefined; active: boolean } } | { action: string; id: UpdateFirewallConfigBody9IdInput; value: { [key: string]: UpdateFirewallConfigBody10ValueValueInput } } | { action: 'firewallEnabled'; id?: unknown | undefined; value: UpdateFirewallConfigBodyValueInput } | { action: 'rules.update'; id: string; value?: string | undefined } | { action: 'rules.priority'; id?: string | undefined; value: UpdateFirewallConfigBody3ValueInput } | { action: 'crs.disable'; id?: unknown | undefined; value?: unknown | undefined } | { action: 'ip.update'; id: string; value?: string | undefined } | { action: 'ip.remove'; id?: string | undefined; value?: unknown | undefined } | { action: 'managedRules.update'; id?: string | undefined; value: UpdateFirewallConfigBody5ValueInput } | { action: string; id: string; value?: string | undefined } | { action: string; id?: string | undefined; value: UpdateFirewallConfigBody8ValueInput } | { action: string; id?: string | undefined; value: boolean } | { action: string; id?: string | undefined; value?: unknown | undefined } | { action: string; id?: string | undefined; value?: string | undefined };
/** Arguments of updateFirewallConfig. */
export interface UpdateFirewallConfigRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateFirewallConfigRequestBody;
}
/** What updateFirewallConfig answers. */
export type UpdateFirewallConfigResponseBody = Record<string, unknown>;

/** Arguments of getFirewallConfig. */
export interface GetFirewallConfigRequest {
  /** Config version: string in the path. */
  configVersion: string;
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getFirewallConfig answers. */
export type GetFirewallConfigResponseBody = GetSecurityFirewallConfigVersionsItem;

/** Arguments of deleteSecurityFirewallConfigByConfigVersion. */
export interface DeleteSecurityFirewallConfigByConfigVersionRequest {
  /** Config version: string in the path. */
  configVersion: string;
}
/** What deleteSecurityFirewallConfigByConfigVersion answers. */
export type DeleteSecurityFirewallConfigByConfigVersionResponseBody = void;

/** Arguments of createSecurityFirewallConfigByConfigVersionActivate. */
export interface CreateSecurityFirewallConfigByConfigVersionActivateRequest {
  /** Config version: string in the path. */
  configVersion: string;
}
/** What createSecurityFirewallConfigByConfigVersionActivate answers. */
export type CreateSecurityFirewallConfigByConfigVersionActivateResponseBody = GetSecurityFirewallConfigVersionsItem;

/** Arguments of getActiveAttackStatus. */
export interface GetActiveAttackStatusRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getActiveAttackStatus answers. */
export type GetActiveAttackStatusResponseBody = { anomalies: ({ affectedHostMap: { [key: string]: { anomalyAlerts?: { [key: string]: { atMinute: string; avgRequests: number; stddevRequests: number; totalRequestsMinute: number; zscore: number } }; ddosAlerts?: { [key: string]: { atMinute: string; totalReqs: number } } } }; atMinute: number; endTime: number | null; ownerId: string; projectId: string; startTime: number; state?: string })[] } | Record<string, unknown>;

/** Arguments of getBypassIp. */
export interface GetBypassIpRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Limit: number in the query. */
  limit?: number | undefined;
  /** Source ip: string in the query. */
  sourceIp?: string | undefined;
  /** Domain: string in the query. */
  domain?: string | undefined;
  /** Project scope: true or false in the query. */
  projectScope?: boolean | undefined;
  /** Offset: string in the query. */
  offset?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getBypassIp answers. */
export type GetBypassIpResponseBody = { pagination?: { id: string; ownerId: string }; result: ({ action?: 'block' | 'bypass' | OpenString; actorId?: string; createdAt: string; deletedAt?: string; domain: string; expiresAt?: number | null; id: string; ip: string; isProjectRule?: boolean; note?: string; ownerId: string; projectId?: string; updatedAt: string; updatedAtHour: string })[] };

export type AddBypassIpRequestBody = { domain: string; projectScope?: boolean | undefined; sourceIp?: string | undefined; allSources?: boolean | undefined; ttl?: number | undefined; note?: string | undefined } | { domain?: string | undefined; projectScope: boolean; sourceIp?: string | undefined; allSources?: boolean | undefined; ttl?: number | undefined; note?: string | undefined };
/** Arguments of addBypassIp. */
export interface AddBypassIpRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: AddBypassIpRequestBody | undefined;
}
/** What addBypassIp answers. */
export type AddBypassIpResponseBody = { ok: boolean; pagination?: unknown; result: { domain: string; id: string; ip?: string; isProjectRule: boolean; note: string; ownerId: string; projectId: string }[] } | { ok: boolean; result?: ({ action?: 'block' | 'bypass' | OpenString; actorId?: string; createdAt: string; deletedAt?: string; domain: string; expiresAt?: number | null; id: string; ip: string; isProjectRule?: boolean; note?: string; ownerId: string; projectId?: string; updatedAt: string; updatedAtHour: string })[] };

export type RemoveBypassIpRequestBody = { domain: string; projectScope?: boolean | undefined; sourceIp?: string | undefined; allSources?: boolean | undefined; note?: string | undefined } | { domain?: string | undefined; projectScope: boolean; sourceIp?: string | undefined; allSources?: boolean | undefined; note?: string | undefined };
/** Arguments of removeBypassIp. */
export interface RemoveBypassIpRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: RemoveBypassIpRequestBody | undefined;
}
/** What removeBypassIp answers. */
export type RemoveBypassIpResponseBody = { ok: boolean };

/** Arguments of getSecurityFirewallEvents. */
export interface GetSecurityFirewallEventsRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Start timestamp: number in the query. */
  startTimestamp?: number | undefined;
  /** End timestamp: number in the query. */
  endTimestamp?: number | undefined;
  /** Hosts: string in the query. */
  hosts?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getSecurityFirewallEvents answers. */
export type GetSecurityFirewallEventsResponseBody = { actions: ({ action: string; actionType: string; count: number; endTime: string; host: string; isActive: boolean; publicIp: string; ruleId: string | null; ruleName: string | null; startTime: string })[] };

/** Arguments of generateFirewallRule. */
export interface GenerateFirewallRuleRequest {
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What generateFirewallRule answers. */
export type GenerateFirewallRuleResponseBody = { error?: string; rule?: { action: { mitigate?: { action: string; actionDuration?: string | null; rateLimit?: { action?: string | null; algo: string; keys: string[]; limit: number; window: number } | null; redirect?: GetMicrofrontendsInGroupProjectsItemSecurityRulesetsValueRedirect } }; active: boolean; conditionGroup: ({ conditions: ({ key?: string; neg?: boolean; op: string; type: string; value?: string | number | string[] })[] })[]; description?: string; name: string } };
