// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n45, n594 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { domain: n0, projectScope: n3, sourceIp: n0, allSources: n3, ttl: n4, note: n0 }, required: ['domain'] }, { type: 'object', properties: { domain: n0, projectScope: n3, sourceIp: n0, allSources: n3, ttl: n4, note: n0 }, required: ['projectScope'] }] } }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { ok: n3, pagination: n45, result: { type: 'array', items: { type: 'object', properties: { Domain: n0, Id: n0, Ip: n0, IsProjectRule: n3, Note: n0, OwnerId: n0, ProjectId: n0 }, required: ['Domain', 'Id', 'IsProjectRule', 'Note', 'OwnerId', 'ProjectId'] } } }, required: ['ok', 'result'] }, { type: 'object', properties: { ok: n3, result: n594 }, required: ['ok'] }] },
};
