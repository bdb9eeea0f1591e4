// Routes of SCIM 2.0. {resource} is Users, Groups, or the name of a discovery document, which needs no token.
import { steps } from '../pipeline/step.ts';
import {
  readScimOperations,
  readScimQuery,
  readScimRequest,
  readScimResource,
  readScimSearch,
  readScimSelection,
  respondWithScimDeletion,
  respondWithScimList,
  respondWithScimResource,
} from '../steps/scim.ts';
import { sql } from '../steps/sql.ts';
import type { RouteRow } from './row.ts';

export const SCIM_ROUTE_BASE = {
  tag: 'scim',
  auth: 'none',
  errors: 'scim',
  only_with: { settings: ['scim_enabled'], refuse: 'scim_disabled' },
} as const;

const ALL = '/scim/v2/{resource}';
const ONE = '/scim/v2/{resource}/{id}';
const SELECTION = { attributes: 'string', excludedAttributes: 'string' } as const;

const WHO = { token_id: 'scim.token_id', kind: 'scim.kind' } as const;
const WHICH = { ...WHO, id: 'path.id' } as const;
const CHANGE = { if_match: 'if_match', settings: 'settings', client: 'client' } as const;
const LISTING = {
  function: 'list_scim_resources',
  args: {
    ...WHO,
    filter: 'listing.filter',
    start_index: 'listing.start',
    count: 'listing.count',
    with_members: 'listing.with_members',
    settings: 'settings',
  },
} as const;

export const SCIM_ROUTES = [
  {
    ...SCIM_ROUTE_BASE,
    method: 'GET',
    path: ALL,
    summary: 'List provisioned users or groups, or get a SCIM discovery document',
    query: { filter: 'string', startIndex: 'string', count: 'string', ...SELECTION },
    answer: 'scim_list',
    steps: steps(readScimRequest, readScimQuery, sql(LISTING), respondWithScimList),
  },
  {
    ...SCIM_ROUTE_BASE,
    method: 'POST',
    path: ALL,
    summary: 'Provision a user or a group',
    query: SELECTION,
    answer: 'scim_resource',
    steps: steps(
      readScimRequest,
      readScimSelection,
      readScimResource,
      sql({
        function: 'create_scim_resource',
        args: { ...WHO, resource: 'resource', settings: 'settings', client: 'client' },
        creates_user: true,
      }),
      respondWithScimResource(201),
    ),
  },
  {
    ...SCIM_ROUTE_BASE,
    method: 'GET',
    path: ONE,
    summary: 'Show a provisioned user or group',
    query: SELECTION,
    answer: 'scim_resource',
    steps: steps(
      readScimRequest,
      readScimSelection,
      sql({ function: 'get_scim_resource', args: { ...WHICH, with_members: 'with_members' } }),
      respondWithScimResource(200),
    ),
  },
  {
    ...SCIM_ROUTE_BASE,
    method: 'POST',
    path: ONE,
    summary: 'Search provisioned users or groups',
    answer: 'scim_list',
    steps: steps(readScimRequest, readScimSearch, sql(LISTING), respondWithScimList),
  },
  {
    ...SCIM_ROUTE_BASE,
    method: 'PUT',
    path: ONE,
    summary: 'Replace the attributes of a provisioned user or group',
    query: SELECTION,
    answer: 'scim_resource',
    steps: steps(
      readScimRequest,
      readScimSelection,
      readScimResource,
      sql({ function: 'replace_scim_resource', args: { ...WHICH, resource: 'resource', ...CHANGE } }),
      respondWithScimResource(200),
    ),
  },
  {
    ...SCIM_ROUTE_BASE,
    method: 'PATCH',
    path: ONE,
    summary: 'Change attributes of a provisioned user or group',
    query: SELECTION,
    answer: 'scim_resource',
    steps: steps(
      readScimRequest,
      readScimSelection,
      readScimOperations,
      sql({
        function: 'patch_scim_resource',
        args: { ...WHICH, operations: 'operations', with_members: 'with_members', ...CHANGE },
      }),
      respondWithScimResource(200),
    ),
  },
  {
    ...SCIM_ROUTE_BASE,
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a provisioned user or group',
    answer: 'scim_deleted',
    steps: steps(
      readScimRequest,
      readScimSelection,
      sql({ function: 'delete_scim_resource', args: { ...WHICH, ...CHANGE } }),
      respondWithScimDeletion,
    ),
  },
] as const satisfies readonly RouteRow[];
