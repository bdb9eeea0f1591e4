// URLs of pages, and the pages of the navigation. Filters are in the URL, so that a shared link shows the same list.
import { can } from './api.ts';
import type { IconName } from './icons.ts';
import { type Children, html, signal, type View } from './view.ts';

export const currentUrl = signal(location.pathname + location.search);

const moved = (): void => {
  currentUrl.value = location.pathname + location.search;
};
addEventListener('popstate', moved);

export function navigate(to: string): void {
  history.pushState(null, '', to);
  moved();
  scrollTo(0, 0);
  document.querySelector('main')?.focus({ preventScroll: true });
}

/**
 * Changes query parameters of the URL. An empty value removes a parameter. Keeps focus and scroll position. Only a
 * further page, whose parameter is a cursor, becomes an entry of the browser's history.
 */
export function setParameters(values: Readonly<Record<string, string>>): void {
  const url = new URL(location.href);
  const turns = Object.entries(values).some(([name, value]) => name.endsWith('cursor') && value !== '');
  for (const [name, value] of Object.entries(values)) {
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  history[turns ? 'pushState' : 'replaceState'](null, '', url);
  moved();
}

/** Returns a query parameter of the URL; '' if it is absent. */
export const parameter = (name: string): string =>
  new URL(location.origin + currentUrl.value).searchParams.get(name) ?? '';

interface LinkProps {
  to: string;
  children?: Children;
  class?: string;
  /** Called after the page has changed. */
  onFollow?: () => void;
  [attribute: string]: unknown;
}

/**
 * A link that does not reload the page. If a modifier key is pressed, the browser handles the click itself, for example
 * by opening a new tab.
 */
export const Link = ({ to, children, onFollow, ...rest }: LinkProps): View =>
  html`<a href=${to} ...${rest} onClick=${(event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
    onFollow?.();
  }}>${children}</a>`;

export interface PageEntry {
  path: string;
  name: string;
  icon: IconName;
  /** Second key of the shortcut that starts with `g`. */
  key?: string;
  /** True if the page only lists people, which requires the right `list`. */
  lists?: boolean;
}

/** The pages by group, in the order of the navigation. */
export const GROUPS: readonly { title: string; pages: PageEntry[] }[] = [
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
      { path: '/sessions', name: 'Sessions', icon: 'sessions', key: 's', lists: true },
      { path: '/audit', name: 'Audit log', icon: 'audit', key: 'a', lists: true },
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

/** Returns the pages that are of use to the role of the signed-in user. */
export const pagesForRole = (pages = GROUPS.flatMap((group) => group.pages)): PageEntry[] =>
  pages.filter(({ lists }) => !lists || can('list'));
