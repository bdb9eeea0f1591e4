// The worker sends what was queued: over SMTP, once, with links and codes that the gateway's key ring opens.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../gateway/seal.ts';
import { startWorker } from '../../worker/main.ts';
import { createDatabase } from '../db.ts';
import { keptLog, PEPPER, queueMail, waitForState, workerSettings } from './fixture.ts';
import { createSink } from './sink.ts';

const db = await createDatabase({ template: 'migrated' });
const sink = await createSink();
const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: '' });
const kept = keptLog();
const worker = await startWorker({ settings: workerSettings(db, sink.port), log: kept.log });

test.after(async () => {
  await worker.close();
  await sink.close();
  await db.drop();
});

test('a queued confirmation arrives within a second, with a link and a code of its token', async () => {
  const started = Date.now();
  const queued = await queueMail(db);
  const [mail] = await sink.waitFor(queued.email);
  assert.ok(Date.now() - started < 1000, `took ${Date.now() - started} ms`);
  const row = await waitForState(db, queued.message_id, ['sent']);
  assert.is(row.tries, 1);
  const code = ring.code({ key_id: 1, token_id: queued.token_id, generation: queued.generation, digits: 6 });
  const html = String(mail?.parsed.html);
  assert.ok(html.includes(code));
  const link = `https://auth.example.com/verify?token=${ring.sealLinkWith(queued.token_id, 1)}&amp;type=signup&amp;redirect_to=https://app.example.com`;
  assert.ok(html.includes(`href="${link}"`), html);
  assert.is(mail?.parsed.subject, 'Confirm Your Signup');
  assert.is(mail?.parsed.messageId, `<${queued.message_id}@example.com>`);
});

test.run();
