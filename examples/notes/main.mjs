// Starts the app. Postern must be running already: `npx postern start` in another terminal.
import process from 'node:process';
import { createApp } from './app.mjs';

createApp(process.env.AUTH_URL ?? 'http://localhost:8081').listen(3000, 'localhost', () => {
  console.log('http://localhost:3000');
});
