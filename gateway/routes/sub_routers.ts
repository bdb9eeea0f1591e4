// Subtrees whose guards run before a 404 or 405, so that unauthorized clients cannot learn which paths and methods
// exist.
import type { LimiterName, RequiredAuth } from './names.ts';

export interface SubRouter {
  path: string;
  auth: RequiredAuth;
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

/** All other paths have no guards. */
const OPEN: SubRouter = { path: '', auth: 'none' };

/** Returns the guards of a path that has no route for the method. */
export function findSubRouter(path: string): SubRouter {
  return SUB_ROUTERS.find((router) => path === router.path || path.startsWith(`${router.path}/`)) ?? OPEN;
}
