// The console on a phone, and the states of accounts, in a browser against a real server.
// runner: alone when=console,gateway,core timeout=600
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmedUser } from '../support/processes/stack.ts';
import { act, openConsoleStage } from './console_stage.ts';

const stage = await openConsoleStage();
const { story, open } = stage;
const { stack } = stage.world;
test.after(() => stage.close());

story('on a phone, lists offer their actions, and the way out is visible', { width: 390 }, async (page) => {
  const person = await confirmedUser(stack);
  const whole = async (path: string): Promise<void> => {
    await open(page, path);
    await page.getByRole('row').nth(1).waitFor();
    assert.is(await page.evaluate('document.documentElement.scrollWidth'), 390, `${path} is as wide as the window`);
  };
  await whole('/sessions');
  await act(page, `End the session of ${person.email}`, 'auth_api.end_sessions', 'End the session');
  await whole('/webhooks');
  await page
    .getByRole('button', { name: /^Drop user/ })
    .first()
    .waitFor();
  await whole('/audit?action=token_revoked');
  await page.getByRole('link', { name: person.email }).filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out of the console' }).waitFor();
});

test.run();
