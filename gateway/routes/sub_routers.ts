// Parts of the tree that guard themselves before it is told whether a path or method exists in them.
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

/** Everybody may learn that a path does not exist. */
const OPEN: SubRouter = { path: '', auth: 'none' };

/** What guards a path that no row serves, or not with this method. */
export function subRouterOf(path: string): SubRouter {
  return SUB_ROUTERS.find((router) => path === router.path || path.startsWith(`${router.path}/`)) ?? OPEN;
}
