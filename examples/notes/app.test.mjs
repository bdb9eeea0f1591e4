// Tests of the app with a real Postern and its own database.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { startPostern } from 'postern/testing';
import { createApp } from './app.mjs';

let postern;
let app;
let url;

before(async () => {
  postern = await startPostern();
  app = createApp(postern.url).listen(0, '127.0.0.1');
  await once(app, 'listening');
  url = `http://127.0.0.1:${app.address().port}`;
});
after(async () => {
  app.close();
  await postern.stop();
});

const notesOf = (access_token, init = {}) =>
  fetch(url, { ...init, headers: { authorization: `Bearer ${access_token}` } });

test('each user sees only their own notes', async () => {
  const [ada, bob] = await Promise.all([postern.createUser(), postern.createUser({ email: 'bob@example.com' })]);
  assert.equal((await notesOf(ada.access_token, { method: 'POST', body: 'milk' })).status, 201);
  assert.deepEqual(await (await notesOf(ada.access_token)).json(), ['milk']);
  assert.deepEqual(await (await notesOf(bob.access_token)).json(), []);
});

test('returns 401 without a valid token', async () => {
  assert.equal((await notesOf('forged')).status, 401);
});

test('a user who signs up can use the app after following the link in the mail', async () => {
  const user = { email: 'eve@example.com', password: 'correct horse battery' };
  const post = (path) =>
    fetch(postern.url + path, {
      method: 'POST',
      headers: { apikey: postern.anon_key, 'content-type': 'application/json' },
      body: JSON.stringify(user),
    });
  assert.equal((await post('/signup')).status, 200);
  assert.equal((await post('/token?grant_type=password')).status, 400);
  const opened = await fetch(await postern.inbox.link({ to: user.email }), { redirect: 'manual' });
  assert.equal(opened.status, 303);
  const { access_token } = await (await post('/token?grant_type=password')).json();
  assert.equal((await notesOf(access_token)).status, 200);
});

test('a user can sign in with the code of a mail', async () => {
  const { email } = await postern.createUser();
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(postern.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  };
  await post('/otp', { email });
  const token = await postern.inbox.code({ to: email });
  const { access_token } = await post('/verify', { email, token, type: 'email' });
  assert.equal((await notesOf(access_token)).status, 200);
});
