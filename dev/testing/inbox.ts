// The inbox for the tests of an app, over its HTTP API.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Inbox, Message, MessageFilter, WaitOptions } from './index.d.ts';

const POLL_MS = 25;
const PATIENCE_MS = 10_000;

export function createInbox(url: string): Inbox {
  /** Ids of the messages that waitFor() has returned. */
  const returned = new Set<string>();

  const list = async ({ to, kind }: MessageFilter): Promise<Omit<Message, 'html'>[]> => {
    const query = new URLSearchParams({ limit: '500', ...(to === undefined ? {} : { to }) });
    const { messages } = (await request(`${url}/messages?${query}`)) as { messages: Message[] };
    return messages.filter((message) => kind === undefined || message.kind === kind).reverse();
  };
  const whole = async ({ id }: { id: string }): Promise<Message> => {
    const {
      source: _,
      remote_images: __,
      ...message
    } = (await request(`${url}/messages/${id}`)) as Message & {
      source: string;
      remote_images: boolean;
    };
    return message;
  };
  const waitFor = async ({ timeout_ms = PATIENCE_MS, ...filter }: WaitOptions): Promise<Message> => {
    const deadline = Date.now() + timeout_ms;
    for (;;) {
      const next = (await list(filter)).find(({ id }) => !returned.has(id));
      if (next !== undefined) {
        returned.add(next.id);
        return whole(next);
      }
      if (Date.now() >= deadline) throw new Error(await noMessage(filter, timeout_ms));
      await sleep(POLL_MS);
    }
  };
  const noMessage = async (filter: MessageFilter, timeout_ms: number): Promise<string> => {
    const there = (await list({})).map(
      ({ kind, to, id }) => `${kind} to ${to}${returned.has(id) ? ' (returned)' : ''}`,
    );
    return (
      `No new message for ${JSON.stringify(filter)} within ${timeout_ms} ms. ` +
      `In the inbox: ${there.join(', ') || 'nothing'}.`
    );
  };
  const part = (name: 'link' | 'code') => async (filter: WaitOptions) => {
    const message = await waitFor(filter);
    if (message[name] === '') throw new Error(`The message "${message.subject}" to ${message.to} has no ${name}.`);
    return message[name];
  };
  return {
    url,
    list: async (filter = {}) => Promise.all((await list(filter)).map(whole)),
    waitFor,
    link: part('link'),
    code: part('code'),
    async clear() {
      await request(`${url}/messages`, { method: 'DELETE' });
      returned.clear();
    },
  };
}

/** Sends a request and returns the response's JSON. Throws if the status is not 2xx. */
export async function request(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, init);
  if (response.ok) return response.json();
  throw new Error(`${init.method ?? 'GET'} ${url} returned ${response.status}: ${await response.text()}`);
}
