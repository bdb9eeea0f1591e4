// Routes about the service itself: health, settings, keys, documents.
import { steps } from '../pipeline/step.ts';
import {
  respondWithDiscovery,
  respondWithHealth,
  respondWithOpenApiDocument,
  respondWithPublicKeys,
  respondWithPublicSettings,
  respondWithReadiness,
} from '../steps/service.ts';
import type { RouteRow } from './row.ts';

const SERVICE = { method: 'GET', tag: 'service', auth: 'none' } as const;

export const SERVICE_ROUTES = [
  {
    ...SERVICE,
    path: '/health',
    summary: 'Check whether the process is alive',
    answer: 'health',
    steps: steps(respondWithHealth),
  },
  {
    ...SERVICE,
    path: '/ready',
    summary: 'Check whether this instance should receive requests',
    answer: 'ready',
    steps: steps(respondWithReadiness),
  },
  {
    ...SERVICE,
    path: '/settings',
    summary: 'Show the public part of the configuration',
    answer: 'settings',
    steps: steps(respondWithPublicSettings),
  },
  {
    ...SERVICE,
    path: '/.well-known/jwks.json',
    summary: 'Show the public keys of access tokens',
    answer: 'jwks',
    steps: steps(respondWithPublicKeys),
  },
  {
    ...SERVICE,
    path: '/.well-known/openid-configuration',
    summary: 'Show the issuer of tokens and the URL of its keys, or the metadata of the OAuth server',
    answer: 'discovery',
    steps: steps(respondWithDiscovery),
  },
  {
    ...SERVICE,
    path: '/openapi.json',
    summary: 'Show this document',
    answer: 'openapi',
    steps: steps(respondWithOpenApiDocument),
  },
] as const satisfies readonly RouteRow[];
