// Routes about the service itself: health, settings, keys, documents.
import { steps } from '../pipeline/step.ts';
import {
  showDiscovery,
  showDocument,
  showHealth,
  showPublicKeys,
  showReadiness,
  showSettings,
} from '../steps/service.ts';
import type { RouteRow } from './row.ts';

const SERVICE = { method: 'GET', tag: 'service', auth: 'none' } as const;

export const SERVICE_ROUTES = [
  {
    ...SERVICE,
    path: '/health',
    summary: 'Say that the server answers',
    answer: 'health',
    steps: steps(showHealth),
  },
  {
    ...SERVICE,
    path: '/ready',
    summary: 'Say whether this instance should be sent requests',
    answer: 'ready',
    steps: steps(showReadiness),
  },
  {
    ...SERVICE,
    path: '/settings',
    summary: 'Show what a client may know of the configuration',
    answer: 'settings',
    steps: steps(showSettings),
  },
  {
    ...SERVICE,
    path: '/.well-known/jwks.json',
    summary: 'Show the public keys of access tokens',
    answer: 'jwks',
    steps: steps(showPublicKeys),
  },
  {
    ...SERVICE,
    path: '/.well-known/openid-configuration',
    summary: 'Show the issuer of tokens and where its keys are, or the metadata of the OAuth server',
    answer: 'discovery',
    steps: steps(showDiscovery),
  },
  {
    ...SERVICE,
    path: '/openapi.json',
    summary: 'Show this document',
    answer: 'openapi',
    steps: steps(showDocument),
  },
] as const satisfies readonly RouteRow[];
