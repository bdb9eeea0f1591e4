// Entry of the pages: signs in, then shows the frame and the page of the address.
import { signal } from '@preact/signals';
import { render } from 'preact';
import { enter, session } from './api.ts';
import { Frame } from './frame.ts';
import { consumeLink, SignInPage } from './sign_in.ts';
import { initTheme } from './theme.ts';
import { html, useState, type View } from './view.ts';

initTheme();

/** Reason for which the last link did not sign in. */
const problem = signal('');

function App(): View {
  // A session that ends later is renewed in a dialog over the page.
  const [was_in, remember] = useState(false);
  const inside = session.value?.signed_in === true;
  if (inside && !was_in) remember(true);
  return inside || was_in ? html`<${Frame} />` : html`<${SignInPage} problem=${problem.value} />`;
}

async function arrive(): Promise<void> {
  problem.value = await consumeLink();
  await enter();
}

// Pasting a link into an open tab only changes the fragment; the browser does not reload the page.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#code=')) arrive();
});
await arrive();
render(html`<${App} />`, document.body);
