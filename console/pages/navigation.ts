// The pages of the console by group, in the order of the rail.
import type { IconName } from './icons.ts';

export interface PageEntry {
  path: string;
  name: string;
  icon: IconName;
  /** Second key after `g`. */
  key?: string;
}

export const GROUPS: readonly { title: string; pages: readonly PageEntry[] }[] = [
  {
    title: '',
    pages: [
      { path: '/overview', name: 'Overview', icon: 'overview', key: 'o' },
      { path: '/why', name: 'Why refused', icon: 'why', key: 'w' },
    ],
  },
  {
    title: 'People',
    pages: [
      { path: '/users', name: 'Users', icon: 'users', key: 'u' },
      { path: '/audit', name: 'Audit log', icon: 'audit', key: 'a' },
    ],
  },
  { title: 'Service', pages: [{ path: '/rules', name: 'Rules', icon: 'rules', key: 'r' }] },
];

export const PAGES: readonly PageEntry[] = GROUPS.flatMap(({ pages }) => pages);
