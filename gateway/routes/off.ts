// Routes of features that this release does not implement. They respond with the error of a disabled feature, and not
// with 404.
import type { GatewayError } from '../http/errors.ts';
import { steps } from '../pipeline/step.ts';
import { refuseAll } from '../steps/switches.ts';
import type { Auth, Method, RouteRow } from './row.ts';

const off = (method: Method, path: string, auth: Auth, refuse: GatewayError): RouteRow => ({
  method,
  path,
  tag: 'off',
  summary: 'Answer as switched off',
  auth,
  answer: 'none',
  steps: steps(refuseAll(refuse)),
});

const every = (methods: readonly Method[], path: string, auth: Auth, refuse: GatewayError): RouteRow[] =>
  methods.map((method) => off(method, path, auth, refuse));

const SCIM: readonly RouteRow[] = [
  ...every(['GET', 'POST'], '/scim/v2/{resource}', 'none', 'scim_disabled'),
  ...every(['GET', 'PUT', 'PATCH', 'DELETE'], '/scim/v2/{resource}/{id}', 'none', 'scim_disabled'),
];

export const OFF_ROUTES: readonly RouteRow[] = SCIM;
