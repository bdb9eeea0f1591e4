// Light and dark theme. The default is the system's theme; the user's choice is stored in the browser.
import { signal } from './view.ts';

const KEY = 'theme';
export const theme = signal<'light' | 'dark'>('light');

function applyTheme(name: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = name;
  theme.value = name;
}

export function initTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const kept = localStorage.getItem(KEY);
  applyTheme(kept === 'dark' || kept === 'light' ? kept : system.matches ? 'dark' : 'light');
  system.addEventListener('change', () => {
    if (localStorage.getItem(KEY) === null) applyTheme(system.matches ? 'dark' : 'light');
  });
}

export function switchTheme(): void {
  applyTheme(theme.value === 'dark' ? 'light' : 'dark');
  localStorage.setItem(KEY, theme.value);
}
