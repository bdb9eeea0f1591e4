// Postern's logo, and icons, each as one SVG path for 24 x 24 pixels.
import { html, type View } from './view.ts';

const PATHS = {
  overview: 'M3 13h4v8H3zM10 3h4v18h-4zM17 9h4v12h-4z',
  why: 'M9.2 9a3 3 0 1 1 4.6 2.5c-1.1.7-1.8 1.4-1.8 2.5M12 18h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  users:
    'M16 20v-1a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4v1M9.5 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM21 20v-1a4 4 0 0 0-3-3.9M15.5 3.2a4 4 0 0 1 0 7.6',
  sessions: 'M4 5h16v11H4zM2 20h20',
  audit: 'M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01',
  messages: 'M3 6h18v13H3zM3 7l9 7 9-7',
  templates: 'M5 3h10l4 4v14H5zM9 12h6M9 16h6',
  webhooks: 'M9 17H7A5 5 0 0 1 7 7h2M15 7h2a5 5 0 0 1 0 10h-2M8 12h8',
  providers: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  keys: 'M8 11a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11.5 12.5L21 3M16 8l3 3M13.5 10.5l2 2',
  rules: 'M8 6l-5 6 5 6M16 6l5 6-5 6M13.5 4l-3 16',
  doctor: 'M3 12h4l3 8 4-16 3 8h4',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5l5 5L19 7',
  cross: 'M6 6l12 12M18 6L6 18',
  ban: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM5.6 5.6l12.8 12.8',
  in: 'M10 4h9v16h-9M3 12h11M10 8l4 4-4 4',
  out: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  refresh: 'M20 11a8 8 0 0 0-14-4L3 10M4 13a8 8 0 0 0 14 4l3-3M3 4v6h6M21 20v-6h-6',
  edit: 'M4 20h4L20 8l-4-4L4 16z',
  plus: 'M12 5v14M5 12h14',
  warn: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  more: 'M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0z',
  right: 'M9 6l6 6-6 6',
  phone: 'M8 3h8v18H8zM11 18h2',
  laptop: 'M5 5h14v10H5zM3 19h18',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01',
  send: 'M4 12l16-8-6 16-3-6z',
  down: 'M12 4v12M7 11l5 5 5-5M5 20h14',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }): View =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

export const Logo = (): View =>
  html`<svg class="arch" viewBox="0 0 32 32" aria-hidden="true"><path d="M5 30V14a11 11 0 0 1 22 0v16h-7V15a4 4 0 0 0-8 0v15z" /></svg>`;
