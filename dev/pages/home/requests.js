// A fetch function that shows requests and responses, so that app developers see what the client sends.
import { make } from './parts.js';

const MOST = 20;

/** Returns a `fetch` that adds each request to the list, newest first. */
export function recorder(list, empty) {
  return async (input, options = {}) => {
    const url = new URL(input, location.href);
    const began = performance.now();
    const status = make('span', { class: 'status' }, '…');
    const took = make('span', { class: 'took' });
    const answer = make('pre', { tabindex: '0' });
    const name = `${options.method ?? 'GET'} ${url.pathname}${url.searchParams.has('grant_type') ? url.search : ''}`;
    const entry = make(
      'li',
      {},
      make('details', {}, make('summary', {}, make('code', {}, name), status, took), answer),
    );
    list.prepend(entry);
    for (const old of [...list.children].slice(MOST)) old.remove();
    empty.hidden = true;
    try {
      const response = await fetch(input, options);
      status.textContent = String(response.status);
      status.classList.toggle('bad', !response.ok);
      answer.textContent = pretty(await response.clone().text());
      return response;
    } catch (error) {
      status.textContent = 'no answer';
      status.classList.add('bad');
      answer.textContent = String(error);
      throw error;
    } finally {
      took.textContent = `${Math.round(performance.now() - began)} ms`;
    }
  };
}

export function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text || '(empty)';
  }
}
