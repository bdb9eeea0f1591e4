// Routes with which administrators operate the service: counts, reports, refused requests, SQL rules, sessions,
// settings, and tests of providers and hooks. The web console uses them.
import { steps } from '../pipeline/step.ts';
import { respondWithFindings } from '../steps/doctor.ts';
import { respondWithKeys } from '../steps/keys.ts';
import { readBody } from '../steps/read_body.ts';
import { respondWithReport, respondWithReportList } from '../steps/report.ts';
import {
  respondWithErrorDetails,
  respondWithErrors,
  respondWithExplanation,
  respondWithRule,
  respondWithRules,
} from '../steps/rules.ts';
import { revokeSessionsInBatches } from '../steps/sessions.ts';
import { respondWithAllSettings, respondWithHooks, respondWithProviders } from '../steps/shown_settings.ts';
import { testHook } from '../steps/test_hook.ts';
import { testProvider } from '../steps/test_provider.ts';
import { ADMIN_ARGS, KEYSET_PAGE_ARGS, KEYSET_PAGE_QUERY } from './parts.ts';
import type { PlainRow, RouteRow } from './row.ts';

const COMMON = { tag: 'admin', auth: 'admin' } as const satisfies Partial<PlainRow>;

export const CONSOLE_ROUTES = [
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/me',
    summary: 'Show the rights of the token',
    call: { function: 'get_administrator', args: ADMIN_ARGS },
    reply: 'json',
    answer: 'administrator',
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/figures',
    summary: 'Show the figures of the service',
    call: { function: 'get_figures', args: { ...ADMIN_ARGS, audience: 'audience' } },
    reply: 'tagged',
    answer: 'figures',
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/reports',
    summary: 'List the reports',
    answer: 'reports',
    steps: steps(respondWithReportList),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/reports/{name}',
    summary: 'Run a report',
    query: { since: 'string', until: 'string', step: 'string' },
    answer: 'report',
    steps: steps(respondWithReport),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/users/{user_id}/timeline',
    summary: 'List the events of a user',
    query: { kind: 'string', ...KEYSET_PAGE_QUERY },
    call: {
      function: 'get_timeline',
      args: { ...ADMIN_ARGS, user_id: 'path.user_id', kind: 'query.kind', ...KEYSET_PAGE_ARGS },
    },
    reply: 'json',
    answer: 'timeline',
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/why',
    summary: 'Explain a refused request, an error code, or whether an address could sign in',
    query: { q: 'string', address: 'string', request_id: 'string', code: 'string' },
    answer: 'why',
    steps: steps(respondWithExplanation),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/refusals',
    summary: 'List refused requests',
    query: {
      code: 'string',
      route: 'string',
      user_id: 'string',
      address: 'string',
      ip: 'string',
      request_id: 'string',
      since: 'string',
      ...KEYSET_PAGE_QUERY,
    },
    call: {
      function: 'list_refusals',
      args: {
        ...ADMIN_ARGS,
        code: 'query.code',
        route: 'query.route',
        user_id: 'query.user_id',
        address: 'query.address',
        ip: 'query.ip',
        request_id: 'query.request_id',
        since: 'query.since',
        ...KEYSET_PAGE_ARGS,
      },
    },
    reply: 'json',
    answer: 'refusals',
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/rules',
    summary: 'List the SQL functions that implement the rules',
    query: { search: 'string', refuses: 'string' },
    answer: 'rules',
    steps: steps(respondWithRules),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/rules/{name}',
    summary: 'Show an SQL function as it is installed',
    answer: 'rule',
    steps: steps(respondWithRule),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/errors',
    summary: 'List the errors',
    answer: 'errors',
    steps: steps(respondWithErrors),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/errors/{code}',
    summary: 'Explain an error code',
    answer: 'error',
    steps: steps(respondWithErrorDetails),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/sessions',
    summary: 'List live sessions',
    query: { user_id: 'string', ip: 'string', since: 'string', ...KEYSET_PAGE_QUERY },
    call: {
      function: 'list_all_sessions',
      args: { ...ADMIN_ARGS, user_id: 'query.user_id', ip: 'query.ip', since: 'query.since', ...KEYSET_PAGE_ARGS },
    },
    reply: 'json',
    answer: 'all_sessions',
  },
  {
    ...COMMON,
    method: 'POST',
    path: '/admin/sessions/revoke',
    summary: 'Revoke the sessions of all users, or count them',
    answer: 'revoked_sessions',
    steps: steps(
      readBody(
        { opened_before: 'string', role: 'string', after_user: 'string', dry_run: 'boolean' },
        { optional: true },
      ),
      revokeSessionsInBatches,
    ),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/providers',
    summary: 'List the external providers with their settings',
    answer: 'external_providers',
    steps: steps(respondWithProviders),
  },
  {
    ...COMMON,
    method: 'POST',
    path: '/admin/providers/{name}/test',
    summary: 'Test the settings of a provider at the provider',
    answer: 'provider_tested',
    steps: steps(testProvider),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/hooks',
    summary: 'List the hooks',
    answer: 'hooks',
    steps: steps(respondWithHooks),
  },
  {
    ...COMMON,
    method: 'POST',
    path: '/admin/hooks/{name}/test',
    summary: 'Call a hook with a sample event',
    answer: 'hook_tested',
    steps: steps(testHook),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/settings',
    summary: 'List the settings of the process that handles the request',
    answer: 'all_settings',
    steps: steps(respondWithAllSettings),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/doctor',
    summary: 'Run the checks of `npx postern doctor` that need no more than the auditor’s rights',
    answer: 'examination',
    steps: steps(respondWithFindings),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/admin/keys',
    summary: 'List the keys and their uses, without key material',
    answer: 'keys',
    steps: steps(respondWithKeys),
  },
] as const satisfies readonly RouteRow[];
