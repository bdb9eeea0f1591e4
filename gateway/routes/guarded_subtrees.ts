// Subtrees whose guards run before a 404 or 405, so that unauthorized clients cannot learn which paths and methods
// exist.
import type { LimiterName, RequiredAuth } from './names.ts';

export interface GuardedSubtree {
  path: string;
  auth: RequiredAuth;
  captcha?: boolean;
  limiter?: LimiterName;
}

export const GUARDED_SUBTREES: readonly GuardedSubtree[] = [
  { path: '/admin', auth: 'admin' },
  { path: '/user', auth: 'user' },
  { path: '/reauthenticate', auth: 'user' },
  { path: '/factors', auth: 'user' },
  { path: '/verify', auth: 'none', limiter: 'verify' },
  { path: '/signup', auth: 'none', captcha: true, limiter: 'sign_up' },
];

/** All other paths have no guards. */
const OPEN: GuardedSubtree = { path: '', auth: 'none' };

/** Returns the guards of a path that has no route for the method. */
export function findSubtreeGuards(path: string): GuardedSubtree {
  return GUARDED_SUBTREES.find((tree) => path === tree.path || path.startsWith(`${tree.path}/`)) ?? OPEN;
}
