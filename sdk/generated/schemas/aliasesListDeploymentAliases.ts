// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n11, n19, n22 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { id: n0, teamId: n0, slug: n0 }, required: ['id'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { aliases: { type: 'array', items: { type: 'object', properties: { alias: n0, created: n19, protectionBypass: n22, redirect: n11, uid: n0 }, required: ['alias', 'created', 'uid'] } } }, required: ['aliases'] },
};
