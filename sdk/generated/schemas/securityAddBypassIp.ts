// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n125, n142, n311, n312, n313, n314 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { domain: n312, projectScope: n2, sourceIp: n0, allSources: n2, ttl: n1, note: n125 }, additionalProperties: false, oneOf: [n313, n314] } }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { ok: n2, result: { type: 'array', items: { type: 'object', properties: { OwnerId: n0, Id: n0, Domain: n0, Ip: n0, ProjectId: n0, Note: n0, IsProjectRule: n2 }, required: ['OwnerId', 'Id', 'Domain', 'ProjectId', 'Note', 'IsProjectRule'] } }, pagination: n142 }, required: ['ok', 'result', 'pagination'] }, { type: 'object', properties: { ok: n2, result: n311 }, required: ['ok'] }] },
};
