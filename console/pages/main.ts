// Entry of the pages: signs in, then shows the frame and the page of the address.
import { render } from 'preact';
import { enter, session } from './api.ts';
import { Frame } from './frame.ts';
import { consumeLink, SignInPage } from './sign_in.ts';
import { initTheme } from './theme.ts';
import { html, useState, type View } from './view.ts';

initTheme();

function App({ problem }: { problem: string }): View {
  // A session that ends later is renewed in a dialog over the page.
  const [was_in, remember] = useState(false);
  const inside = session.value?.signed_in === true;
  if (inside && !was_in) remember(true);
  return inside || was_in ? html`<${Frame} />` : html`<${SignInPage} problem=${problem} />`;
}

const problem = await consumeLink();
await enter();
render(html`<${App} problem=${problem} />`, document.body);
