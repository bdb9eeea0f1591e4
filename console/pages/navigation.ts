// The pages of the console by group, in the order of the navigation.
import type { IconName } from './icons.ts';

export interface PageEntry {
  path: string;
  name: string;
  icon: IconName;
  /** Second key of the shortcut that starts with `g`. */
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
      { path: '/sessions', name: 'Sessions', icon: 'sessions', key: 's' },
      { path: '/audit', name: 'Audit log', icon: 'audit', key: 'a' },
    ],
  },
  {
    title: 'Delivery',
    pages: [
      { path: '/messages', name: 'Messages', icon: 'messages', key: 'm' },
      { path: '/templates', name: 'Templates', icon: 'templates', key: 't' },
      { path: '/webhooks', name: 'Webhooks and hooks', icon: 'webhooks' },
    ],
  },
  {
    title: 'Service',
    pages: [
      { path: '/providers', name: 'Providers', icon: 'providers' },
      { path: '/rules', name: 'Rules', icon: 'rules', key: 'r' },
      { path: '/settings', name: 'Settings', icon: 'settings' },
      { path: '/keys', name: 'Keys', icon: 'keys' },
      { path: '/doctor', name: 'Doctor', icon: 'doctor', key: 'd' },
    ],
  },
];

export const PAGES: readonly PageEntry[] = GROUPS.flatMap(({ pages }) => pages);
