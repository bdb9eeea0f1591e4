// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n50, n141, n227, n236, n334, n347, n348, n349, n350, n351 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { id: n0, teamId: n0, slug: n0 }, required: ['id'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { configuration: n141, integration: n334, products: { type: 'array', items: { type: 'object', properties: { id: n0, metadataSchema: n347, name: n0, primaryProtocol: n348, protocols: { type: 'object', properties: { ai: n350, authentication: { type: 'object', properties: { status: n349, appUrlRegistrationSupport: n3 }, required: ['status'] }, checks: n350, experimentation: { type: 'object', properties: { status: n349, edgeConfigSyncingSupport: n3 }, required: ['status'] }, logDrain: { type: 'object', properties: { status: n349, endpoint: n0, headers: n50, format: n227 }, required: ['status', 'endpoint', 'format'] }, messaging: n350, observability: n350, other: n350, storage: { type: 'object', properties: { status: n349, repl: n351 }, required: ['status'] }, traceDrain: { type: 'object', properties: { status: n349, endpoint: n0, headers: n50, format: n236 }, required: ['status', 'endpoint', 'format'] }, video: n350, workflow: n350 } }, slug: n0 }, required: ['id', 'metadataSchema', 'name', 'protocols', 'slug'] } } }, required: ['configuration', 'integration', 'products'] },
};
