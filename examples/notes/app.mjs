// An app with users, who see only their own notes. It asks Postern for the user of an access token.
import { createServer } from 'node:http';

/** Returns the HTTP server of the app. `auth_url` is the URL of Postern. */
export function createApp(auth_url) {
  /** Notes by user id. */
  const notes = new Map();

  const userOf = async ({ headers: { authorization = '' } }) => {
    const response = await fetch(`${auth_url}/user`, { headers: { authorization } });
    return response.ok ? response.json() : null;
  };

  return createServer(async (request, response) => {
    const reply = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const user = await userOf(request);
    if (user === null) return reply(401, { error: 'sign in first' });
    const own = notes.get(user.id) ?? [];
    if (request.method !== 'POST') return reply(200, own);
    let text = '';
    for await (const chunk of request) text += chunk;
    notes.set(user.id, [...own, text]);
    return reply(201, { text });
  });
}
