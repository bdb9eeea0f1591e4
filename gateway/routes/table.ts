// The route table. CONTRIBUTING.md explains how to add an endpoint and how to add a step.

import { ACCOUNT_ROUTES } from './account.ts';
import { ADMIN_ROUTES } from './admin.ts';
import { CONSOLE_ROUTES } from './console.ts';
import { CUSTOM_PROVIDER_ROUTES } from './custom_providers.ts';
import { DELIVERY_ROUTES } from './delivery.ts';
import { toRoutes } from './describe.ts';
import { EXPORT_ROUTES } from './export.ts';
import { FACTOR_ROUTES } from './factors.ts';
import { OAUTH_ROUTES } from './oauth.ts';
import { OAUTH_ADMIN_ROUTES } from './oauth_admin.ts';
import { PASSKEY_ROUTES } from './passkeys.ts';
import { PROVIDER_ROUTES } from './providers.ts';
import type { Route, RouteRow } from './row.ts';
import { SCIM_ROUTES } from './scim.ts';
import { SERVICE_ROUTES } from './service.ts';
import { SESSION_ROUTES } from './session.ts';
import { SSO_ROUTES } from './sso.ts';
import { SSO_ADMIN_ROUTES } from './sso_admin.ts';
import { VERIFY_ROUTES } from './verify.ts';

const ROWS: readonly RouteRow[] = [
  ...SERVICE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...SESSION_ROUTES,
  ...VERIFY_ROUTES,
  ...PROVIDER_ROUTES,
  ...PASSKEY_ROUTES,
  ...FACTOR_ROUTES,
  ...ADMIN_ROUTES,
  ...CONSOLE_ROUTES,
  ...DELIVERY_ROUTES,
  ...EXPORT_ROUTES,
  ...CUSTOM_PROVIDER_ROUTES,
  ...OAUTH_ROUTES,
  ...OAUTH_ADMIN_ROUTES,
  ...SSO_ROUTES,
  ...SSO_ADMIN_ROUTES,
  ...SCIM_ROUTES,
];

export const ROUTES: readonly Route[] = ROWS.flatMap(toRoutes);
