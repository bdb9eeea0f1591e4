// The page at the root: a client of the API, set up like an app's, with a view of its session.
import { AuthClient } from '@supabase/auth-js';
import { startForms } from './forms.js';
import { part } from './parts.js';
import { recorder } from './requests.js';
import { showSession } from './session.js';
import { tell } from './words.js';

// Read before the client removes the link's parameters from the address.
const told = tell(location.search, location.hash);

const auth = new AuthClient({
  url: location.origin,
  storageKey: 'postern',
  fetch: recorder(part('requests'), part('no-requests')),
});

// Makes wide blocks scrollable by keyboard.
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
// Removes parameters that the client leaves in the address, such as an error, because the page shows them.
if (told !== null) history.replaceState(null, '', location.pathname);
