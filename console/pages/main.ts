// Entry point of the pages: signs the user in, then shows the page of the URL.
import { signal } from '@preact/signals';
import { render } from 'preact';
import { loadSession, session } from './api.ts';
import { Frame } from './frame.ts';
import { consumeLink, SignInPage } from './sign_in.ts';
import { initTheme } from './theme.ts';
import { html, useState, type View } from './view.ts';

initTheme();

/** Reason why the last one-time link did not sign the user in. */
const problem = signal('');

function App(): View {
  // If a session ends later, the user signs in again in a dialog over the page.
  const [was_in, remember] = useState(false);
  const inside = session.value?.signed_in === true;
  if (inside && !was_in) remember(true);
  return inside || was_in ? html`<${Frame} />` : html`<${SignInPage} problem=${problem.value} />`;
}

async function signInAtStart(): Promise<void> {
  problem.value = await consumeLink();
  await loadSession();
}

// A link that is pasted into an open tab changes only the fragment, so the browser does not reload the page.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#code=')) signInAtStart();
});
await signInAtStart();
render(html`<${App} />`, document.body);
