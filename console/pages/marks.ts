// Postern's logo.
import { html, type View } from './view.ts';

export const Arch = (): View =>
  html`<svg class="arch" viewBox="0 0 32 32" aria-hidden="true"><path d="M5 30V14a11 11 0 0 1 22 0v16h-7V15a4 4 0 0 0-8 0v15z" /></svg>`;
