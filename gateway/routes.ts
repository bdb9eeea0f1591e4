// The route table: every endpoint as data. To add one: a function, its errors, a grant, a row, a test.
import type { Route } from './route.ts';
import { ACCOUNT_ROUTES } from './routes/account.ts';
import { ADMIN_ROUTES } from './routes/admin.ts';
import { OFF_ROUTES } from './routes/off.ts';
import { SERVICE_ROUTES } from './routes/service.ts';
import { SESSION_ROUTES } from './routes/session.ts';
import { VERIFY_ROUTES } from './routes/verify.ts';

export const ROUTES: readonly Route[] = [
  ...SERVICE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...SESSION_ROUTES,
  ...VERIFY_ROUTES,
  ...ADMIN_ROUTES,
  ...OFF_ROUTES,
];
