// The home page's script: a client of the API, set up as in an app, and a view of its session.
import { AuthClient } from '@supabase/auth-js';
import { startForms } from './forms.js';
import { part } from './parts.js';
import { recorder } from './requests.js';
import { showSession } from './session.js';
import { tell } from './words.js';

// Read the result of a link before the client removes its parameters from the URL.
const told = tell(location.search, location.hash);

const auth = new AuthClient({
  url: location.origin,
  storageKey: 'postern',
  fetch: recorder(part('requests'), part('no-requests')),
});

// Make wide blocks scrollable with the keyboard.
for (const block of document.querySelectorAll('pre')) block.tabIndex = 0;

const { inbox, ways } = document.body.dataset;
if (inbox) part('to-inbox').hidden = false;
if (document.body.dataset.console) part('to-console').hidden = false;

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
// Remove parameters that the client leaves in the URL, such as an error.
if (told !== null) history.replaceState(null, '', location.pathname);
