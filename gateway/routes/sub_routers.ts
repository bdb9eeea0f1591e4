// Parts of the tree whose guards run before a 404 or 405 shows which paths and methods exist.
import type { Auth, LimiterName } from './names.ts';

export interface SubRouter {
  path: string;
  auth: Auth;
  captcha?: boolean;
  limiter?: LimiterName;
}

export const SUB_ROUTERS: readonly SubRouter[] = [
  { path: '/admin', auth: 'admin' },
  { path: '/user', auth: 'user' },
  { path: '/reauthenticate', auth: 'user' },
  { path: '/factors', auth: 'user' },
  { path: '/verify', auth: 'none', limiter: 'verify' },
  { path: '/signup', auth: 'none', captcha: true, limiter: 'sign_up' },
];

/** Guards of all other paths: none. */
const OPEN: SubRouter = { path: '', auth: 'none' };

/** Returns the guards of a path without a route, or without one for the method. */
export function subRouterOf(path: string): SubRouter {
  return SUB_ROUTERS.find((router) => path === router.path || path.startsWith(`${router.path}/`)) ?? OPEN;
}
