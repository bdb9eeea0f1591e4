// The page at the root: a client of the API beside it, made as an app makes one, and what its session looks like.
import { AuthClient } from '@supabase/auth-js';
import { startForms } from './forms.js';
import { part } from './parts.js';
import { recorder } from './requests.js';
import { showSession } from './session.js';
import { tell } from './words.js';

// Before the client reads the address and takes out of it what a mail's link has put there.
const told = tell(location.search, location.hash);

const auth = new AuthClient({
  url: location.origin,
  storageKey: 'postern',
  fetch: recorder(part('requests'), part('no-requests')),
});

// Whoever has no mouse scrolls a block that is wider than the page by the arrow keys.
for (const block of document.querySelectorAll('pre')) block.tabIndex = 0;

const { inbox, ways } = document.body.dataset;
if (inbox) part('to-inbox').hidden = false;

startForms(auth, { inbox, ways: ways.split(' ') });
auth.onAuthStateChange((event, session) => {
  part('signed-out').hidden = session !== null;
  part('signed-in').hidden = session === null;
  part('card-title').textContent = session === null ? 'Try it' : 'Signed in';
  if (event === 'PASSWORD_RECOVERY') part('new-password').hidden = false;
  if (session === null) part('new-password').hidden = true;
  if (session !== null) showSession(auth, session);
});

if (told !== null) {
  part('told-title').textContent = told.title;
  part('told-text').textContent = told.text;
  part('told').classList.toggle('bad', !told.good);
  part('told').hidden = false;
  document.title = `${told.title} · Postern`;
}
await auth.initialize();
// What is left of the address once the client has read it, an error for instance, is told already.
if (told !== null) history.replaceState(null, '', location.pathname);
