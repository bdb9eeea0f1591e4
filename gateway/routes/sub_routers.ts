// Parts of the tree that guard themselves before it is told whether a path or method exists in them.
import type { Auth, Guard, LimiterName } from './row.ts';

export interface SubRouter {
  path: string;
  auth: Auth;
  guards: readonly Guard[];
  limiter?: LimiterName;
}

export const SUB_ROUTERS: readonly SubRouter[] = [
  { path: '/admin', auth: 'admin', guards: [] },
  { path: '/user', auth: 'user', guards: [] },
  { path: '/reauthenticate', auth: 'user', guards: [] },
  { path: '/factors', auth: 'user', guards: [] },
  { path: '/verify', auth: 'none', guards: ['limiter'], limiter: 'verify' },
  { path: '/signup', auth: 'none', guards: ['captcha', 'limiter'], limiter: 'sign_up' },
];

/** Everybody may learn that a path does not exist. */
const OPEN: SubRouter = { path: '', auth: 'none', guards: [] };

/** What guards a path that no row serves, or not with this method. */
export function subRouterOf(path: string): SubRouter {
  return SUB_ROUTERS.find((router) => path === router.path || path.startsWith(`${router.path}/`)) ?? OPEN;
}
