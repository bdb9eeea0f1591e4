// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { PutFirewallConfigActive, PutFirewallConfigBodyCrsSdInput, PutFirewallConfigBodyRulesItemActionInput, PutFirewallConfigBodyRulesItemConditionGroupItemConditionsItemOpInput, UpdateFirewallConfigBody11IdInput, UpdateFirewallConfigBody2ValueConditionGroupItemConditionsItemTypeInput, UpdateFirewallConfigBody8ValueInput } from './shared.ts';

export type UpdateAttackChallengeModeRequestBody = { projectId: string; attackModeEnabled: boolean; attackModeActiveUntil?: number | null };
/** Arguments of updateAttackChallengeMode. */
export interface UpdateAttackChallengeModeRequest {
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
  /** The request's body. */
  requestBody: UpdateAttackChallengeModeRequestBody;
}
/** What updateAttackChallengeMode answers. */
export type UpdateAttackChallengeModeResponseBody = { attackModeEnabled: boolean; attackModeUpdatedAt: number };

export type PutFirewallConfigRequestBody = { firewallEnabled: boolean; managedRules?: Record<string, unknown>; crs?: { sd?: PutFirewallConfigBodyCrsSdInput; ma?: PutFirewallConfigBodyCrsSdInput; lfi?: PutFirewallConfigBodyCrsSdInput; rfi?: PutFirewallConfigBodyCrsSdInput; rce?: PutFirewallConfigBodyCrsSdInput; php?: PutFirewallConfigBodyCrsSdInput; gen?: PutFirewallConfigBodyCrsSdInput; xss?: PutFirewallConfigBodyCrsSdInput; sqli?: PutFirewallConfigBodyCrsSdInput; sf?: PutFirewallConfigBodyCrsSdInput; java?: PutFirewallConfigBodyCrsSdInput }; rules?: ({ id?: string; name: string; description?: string; active: boolean; conditionGroup: ({ conditions: ({ type: 'host' | 'path' | 'method' | 'header' | 'query' | 'cookie' | 'target_path' | 'route' | 'raw_path' | 'ip_address' | 'region' | 'protocol' | 'scheme' | 'environment' | 'user_agent' | 'geo_continent' | 'geo_country' | 'geo_country_region' | 'geo_city' | 'geo_as_number' | 'ja4_digest' | 'ja3_digest' | 'rate_limit_api_id'; op: PutFirewallConfigBodyRulesItemConditionGroupItemConditionsItemOpInput; neg?: boolean; key?: string; value?: string | string[] | number })[] })[]; action: PutFirewallConfigBodyRulesItemActionInput })[]; ips?: ({ id?: string; hostname: string; ip: string; notes?: string; action: 'deny' | 'challenge' | 'log' | 'bypass' })[]; botIdEnabled?: boolean };
/** Arguments of putFirewallConfig. */
export interface PutFirewallConfigRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
  /** The request's body. */
  requestBody: PutFirewallConfigRequestBody;
}
/** What putFirewallConfig answers. */
export type PutFirewallConfigResponseBody = { active: PutFirewallConfigActive };

export type UpdateFirewallConfigRequestBody = { action: 'firewallEnabled'; id?: unknown | null; value: boolean } | { action: 'rules.insert'; id?: unknown | null; value: { name: string; description?: string; active: boolean; conditionGroup: ({ conditions: ({ type: UpdateFirewallConfigBody2ValueConditionGroupItemConditionsItemTypeInput; op: PutFirewallConfigBodyRulesItemConditionGroupItemConditionsItemOpInput; neg?: boolean; key?: string; value?: string | string[] | number })[] })[]; action: PutFirewallConfigBodyRulesItemActionInput } } | { action: 'rules.update'; id: string; value: { name: string; description?: string; active: boolean; conditionGroup: ({ conditions: ({ type: UpdateFirewallConfigBody2ValueConditionGroupItemConditionsItemTypeInput; op: PutFirewallConfigBodyRulesItemConditionGroupItemConditionsItemOpInput; neg?: boolean; key?: string; value?: string | string[] | number })[] })[]; action: PutFirewallConfigBodyRulesItemActionInput } } | { action: 'rules.remove'; id: string; value?: unknown | null } | { action: 'rules.priority'; id: string; value: number } | { action: 'crs.update'; id: 'sd' | 'ma' | 'lfi' | 'rfi' | 'rce' | 'php' | 'gen' | 'xss' | 'sqli' | 'sf' | 'java'; value: PutFirewallConfigBodyCrsSdInput } | { action: 'crs.disable'; id?: unknown | null; value?: unknown | null } | { action: 'ip.insert'; id?: unknown | null; value: UpdateFirewallConfigBody8ValueInput } | { action: 'ip.update'; id: string; value: UpdateFirewallConfigBody8ValueInput } | { action: 'ip.remove'; id: string; value?: unknown | null } | { action: 'managedRules.update'; id: UpdateFirewallConfigBody11IdInput; value: { action?: 'log' | 'challenge' | 'deny'; active: boolean } } | { action: string; id: UpdateFirewallConfigBody11IdInput; value: { [key: string]: { active: boolean; action?: 'log' | 'challenge' | 'deny' } } } | { action: string; id?: string; value: boolean };
/** Arguments of updateFirewallConfig. */
export interface UpdateFirewallConfigRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
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
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
}
/** What getFirewallConfig answers. */
export type GetFirewallConfigResponseBody = PutFirewallConfigActive;

/** Arguments of getActiveAttackStatus. */
export interface GetActiveAttackStatusRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
}
/** What getActiveAttackStatus answers. */
export type GetActiveAttackStatusResponseBody = Record<string, unknown> | { anomalies: ({ ownerId: string; projectId: string; startTime: number; endTime: number | null; atMinute: number; state?: string; affectedHostMap: { [key: string]: { anomalyAlerts?: { [key: string]: { atMinute: string; zscore: number; totalRequestsMinute: number; avgRequests: number; stddevRequests: number } }; ddosAlerts?: { [key: string]: { atMinute: string; totalReqs: number } } } } })[] };

/** Arguments of getBypassIp. */
export interface GetBypassIpRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Limit: number of at most 256 in the query. */
  limit?: number;
  /** Source ip: string in the query. */
  sourceIp?: string;
  /** Domain: string in the query. */
  domain?: string;
  /** Project scope: true or false in the query. */
  projectScope?: boolean;
  /** Offset: string in the query. */
  offset?: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
}
/** What getBypassIp answers. */
export type GetBypassIpResponseBody = { result: ({ ownerId: string; id: string; domain: string; ip: string; action?: 'block' | 'bypass' | OpenString; projectId?: string; isProjectRule?: boolean; note?: string; createdAt: string; actorId?: string; updatedAt: string; updatedAtHour: string; deletedAt?: string; expiresAt?: number | null })[]; pagination?: { ownerId: string; id: string } };

export type AddBypassIpRequestBody = { domain?: string; projectScope?: boolean; sourceIp?: string; allSources?: boolean; ttl?: number; note?: string };
/** Arguments of addBypassIp. */
export interface AddBypassIpRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
  /** The request's body. */
  requestBody?: AddBypassIpRequestBody;
}
/** What addBypassIp answers. */
export type AddBypassIpResponseBody = { ok: boolean; result: { ownerId: string; id: string; domain: string; ip?: string; projectId: string; note: string; isProjectRule: boolean }[]; pagination: unknown | null } | { ok: boolean; result?: ({ ownerId: string; id: string; domain: string; ip: string; action?: 'block' | 'bypass' | OpenString; projectId?: string; isProjectRule?: boolean; note?: string; createdAt: string; actorId?: string; updatedAt: string; updatedAtHour: string; deletedAt?: string; expiresAt?: number | null })[] };

export type RemoveBypassIpRequestBody = { domain?: string; projectScope?: boolean; sourceIp?: string; allSources?: boolean; note?: string };
/** Arguments of removeBypassIp. */
export interface RemoveBypassIpRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
  /** The request's body. */
  requestBody?: RemoveBypassIpRequestBody;
}
/** What removeBypassIp answers. */
export type RemoveBypassIpResponseBody = { ok: boolean };
