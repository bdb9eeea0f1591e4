// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { PutFirewallConfigActive, PutFirewallConfigBodyCrsSdInput, PutFirewallConfigBodyRulesItemActionInput, PutFirewallConfigBodyRulesItemConditionGroupItemConditionsItemOpInput, UpdateFirewallConfigBody11IdInput, UpdateFirewallConfigBody2ValueConditionGroupItemConditionsItemTypeInput, UpdateFirewallConfigBody8ValueInput } from './shared.ts';

export type UpdateAttackChallengeModeRequestBody = { projectId: string; attackModeEnabled: boolean; attackModeActiveUntil?: number | null | undefined };
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

export type PutFirewallConfigRequestBody = { firewallEnabled: boolean; managedRules?: Record<string, unknown> | undefined; crs?: { sd?: PutFirewallConfigBodyCrsSdInput | undefined; ma?: PutFirewallConfigBodyCrsSdInput | undefined; lfi?: PutFirewallConfigBodyCrsSdInput | undefined; rfi?: PutFirewallConfigBodyCrsSdInput | undefined; rce?: PutFirewallConfigBodyCrsSdInput | undefined; php?: PutFirewallConfigBodyCrsSdInput | undefined; gen?: PutFirewallConfigBodyCrsSdInput | undefined; xss?: PutFirewallConfigBodyCrsSdInput | undefined; sqli?: PutFirewallConfigBodyCrsSdInput | undefined; sf?: PutFirewallConfigBodyCrsSdInput | undefined; java?: PutFirewallConfigBodyCrsSdInput | undefined } | undefined; rules?: ({ id?: string | undefined; name: string; description?: string | undefined; active: boolean; conditionGroup: ({ conditions: ({ type: 'host' | 'path' | 'method' | 'header' | 'query' | 'cookie' | 'target_path' | 'route' | 'raw_path' | 'ip_address' | 'region' | 'protocol' | 'scheme' | 'environment' | 'user_agent' | 'geo_continent' | 'geo_country' | 'geo_country_region' | 'geo_city' | 'geo_as_number' | 'ja4_digest' | 'ja3_digest' | 'rate_limit_api_id'; op: PutFirewallConfigBodyRulesItemConditionGroupItemConditionsItemOpInput; neg?: boolean | undefined; key?: string | undefined; value?: string | string[] | number | undefined })[] })[]; action: PutFirewallConfigBodyRulesItemActionInput })[] | undefined; ips?: ({ id?: string | undefined; hostname: string; ip: string; notes?: string | undefined; action: 'deny' | 'challenge' | 'log' | 'bypass' })[] | undefined; botIdEnabled?: boolean | undefined };
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
export type PutFirewallConfigResponseBody = { active: PutFirewallConfigActive };

export type UpdateFirewallConfigRequestBody = { action: 'firewallEnabled'; id?: unknown | null | undefined; value: boolean } | { action: 'rules.insert'; id?: unknown | null | undefined; value: { name: string; description?: string | undefined; active: boolean; conditionGroup: ({ conditions: ({ type: UpdateFirewallConfigBody2ValueConditionGroupItemConditionsItemTypeInput; op: PutFirewallConfigBodyRulesItemConditionGroupItemConditionsItemOpInput; neg?: boolean | undefined; key?: string | undefined; value?: string | string[] | number | undefined })[] })[]; action: PutFirewallConfigBodyRulesItemActionInput } } | { action: 'rules.update'; id: string; value: { name: string; description?: string | undefined; active: boolean; conditionGroup: ({ conditions: ({ type: UpdateFirewallConfigBody2ValueConditionGroupItemConditionsItemTypeInput; op: PutFirewallConfigBodyRulesItemConditionGroupItemConditionsItemOpInput; neg?: boolean | undefined; key?: string | undefined; value?: string | string[] | number | undefined })[] })[]; action: PutFirewallConfigBodyRulesItemActionInput } } | { action: 'rules.remove'; id: string; value?: unknown | null | undefined } | { action: 'rules.priority'; id: string; value: number } | { action: 'crs.update'; id: 'sd' | 'ma' | 'lfi' | 'rfi' | 'rce' | 'php' | 'gen' | 'xss' | 'sqli' | 'sf' | 'java'; value: PutFirewallConfigBodyCrsSdInput } | { action: 'crs.disable'; id?: unknown | null | undefined; value?: unknown | null | undefined } | { action: 'ip.insert'; id?: unknown | null | undefined; value: UpdateFirewallConfigBody8ValueInput } | { action: 'ip.update'; id: string; value: UpdateFirewallConfigBody8ValueInput } | { action: 'ip.remove'; id: string; value?: unknown | null | undefined } | { action: 'managedRules.update'; id: UpdateFirewallConfigBody11IdInput; value: { action?: 'log' | 'challenge' | 'deny' | undefined; active: boolean } } | { action: string; id: UpdateFirewallConfigBody11IdInput; value: { [key: string]: { active: boolean; action?: 'log' | 'challenge' | 'deny' | undefined } } } | { action: string; id?: string | undefined; value: boolean };
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
export type GetFirewallConfigResponseBody = PutFirewallConfigActive;

/** Arguments of getActiveAttackStatus. */
export interface GetActiveAttackStatusRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getActiveAttackStatus answers. */
export type GetActiveAttackStatusResponseBody = Record<string, unknown> | { anomalies: ({ ownerId: string; projectId: string; startTime: number; endTime: number | null; atMinute: number; state?: string; affectedHostMap: { [key: string]: { anomalyAlerts?: { [key: string]: { atMinute: string; zscore: number; totalRequestsMinute: number; avgRequests: number; stddevRequests: number } }; ddosAlerts?: { [key: string]: { atMinute: string; totalReqs: number } } } } })[] };

/** Arguments of getBypassIp. */
export interface GetBypassIpRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Limit: number of at most 256 in the query. */
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
export type GetBypassIpResponseBody = { result: ({ ownerId: string; id: string; domain: string; ip: string; action?: 'block' | 'bypass' | OpenString; projectId?: string; isProjectRule?: boolean; note?: string; createdAt: string; actorId?: string; updatedAt: string; updatedAtHour: string; deletedAt?: string; expiresAt?: number | null })[]; pagination?: { ownerId: string; id: string } };

export type AddBypassIpRequestBody = { domain?: string | undefined; projectScope?: boolean | undefined; sourceIp?: string | undefined; allSources?: boolean | undefined; ttl?: number | undefined; note?: string | undefined };
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
export type AddBypassIpResponseBody = { ok: boolean; result: { ownerId: string; id: string; domain: string; ip?: string; projectId: string; note: string; isProjectRule: boolean }[]; pagination: unknown | null } | { ok: boolean; result?: ({ ownerId: string; id: string; domain: string; ip: string; action?: 'block' | 'bypass' | OpenString; projectId?: string; isProjectRule?: boolean; note?: string; createdAt: string; actorId?: string; updatedAt: string; updatedAtHour: string; deletedAt?: string; expiresAt?: number | null })[] };

export type RemoveBypassIpRequestBody = { domain?: string | undefined; projectScope?: boolean | undefined; sourceIp?: string | undefined; allSources?: boolean | undefined; note?: string | undefined };
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
