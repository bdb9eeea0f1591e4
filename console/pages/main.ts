// Entry point of the pages: signs the user in, then shows the page of the URL.
import { signal } from '@preact/signals';
import { render } from 'preact';
import { CallError, loadSession, mayReload, reloadUser, session } from './api.ts';
import { Frame } from './frame.ts';
import { showToast, Toasts } from './parts.ts';
import { consumeLink, SignInPage } from './sign_in.ts';
import { ErrorBoundary } from './states.ts';
import { initTheme } from './theme.ts';
import { html, useState, type View } from './view.ts';

initTheme();

/** Reason why the last one-time link did not sign the user in. */
const problem = signal('');
/** Maximum duration of the first calls in milliseconds. */
const FIRST_CALLS_MS = 15_000;
/** Error of the first calls; null if they succeeded or are running. */
const failed = signal<Error | null>(null);

function App(): View {
  // If a session ends later, the user signs in again in a dialog over the page.
  const [was_in, remember] = useState(false);
  const inside = session.value?.signed_in === true;
  if (inside && !was_in) remember(true);
  return html`${inside || was_in ? html`<${ErrorBoundary} title="Postern console"><${Frame} /><//>` : html`<${SignInPage} problem=${problem.value} failed=${failed.value} again=${signInAtStart} />`}<${Toasts} />`;
}

async function signInAtStart(): Promise<void> {
  try {
    failed.value = null;
    await Promise.race([
      consumeLink().then((text) => {
        problem.value = text;
        return loadSession();
      }),
      new Promise((_, reject) => {
        setTimeout(reject, FIRST_CALLS_MS, new CallError(0, '', 'The server does not answer.', ''));
      }),
    ]);
  } catch (error) {
    // Shows later errors as toasts.
    if (session.value) throw error;
    failed.value = error as Error;
  }
}

// Shows the error of each call that no panel or dialog shows.
addEventListener('unhandledrejection', (event) => {
  if (!(event.reason instanceof CallError)) return;
  event.preventDefault();
  showToast(event.reason.message, event.reason.code, true);
});

// A link that is pasted into an open tab changes only the fragment, so the browser does not reload the page.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#code=')) signInAtStart();
});
addEventListener('visibilitychange', () => mayReload() && reloadUser());
signInAtStart();
render(html`<${App} />`, document.body);
