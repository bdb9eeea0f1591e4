// Shows the result of a mail's link, and takes it out of the address: it may hold a session.
import { tell } from './words.js';

const told = tell(location.search, location.hash);
if (told !== null) {
  history.replaceState(null, '', location.pathname);
  const part = (id) => document.getElementById(id);
  part('told-title').textContent = told.title;
  part('told-text').textContent = told.text;
  part('told-who').textContent = told.who === null ? '' : `Signed in: ${told.who}`;
  part('told-who').hidden = told.who === null;
  part('told').classList.toggle('bad', !told.good);
  part('told').hidden = false;
  document.title = told.title;
}
