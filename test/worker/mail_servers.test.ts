// Several mail servers: failover to the next one, no failover if a server may have accepted the mail, and the effect of
// an error on the address.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMailSender, type MailSettings } from '../../core/mail/send.ts';
import { mailServers, parseMailServers, unencryptedMailServers } from '../../core/mail_servers.ts';
import { type OutgoingMessage, SendError } from '../../core/senders.ts';
import { type MailServer, smtpError, startMailServer } from '../support/providers/mail_server.ts';
import { SMS_MESSAGE } from './sms/gateway_case.ts';

const [first, second] = [await startMailServer(), await startMailServer()];
test.before.each(() => {
  for (const sink of [first, second]) {
    sink.mails.length = 0;
    sink.script = () => undefined;
  }
});
test.after(async () => {
  await first.close();
  await second.close();
});

const url = ({ port }: MailServer) => `smtp://127.0.0.1:${port}`;
const settings = (smtp_urls: string): MailSettings => ({
  smtp_urls,
  smtp_host: '',
  smtp_port: 587,
  smtp_user: '',
  smtp_pass: '',
  smtp_plain_hosts: [],
  mail_concurrency: 10,
  smtp_admin_email: 'no-reply@example.com',
  smtp_sender_name: '',
  api_external_url: 'https://auth.example.com',
});
const MAIL: OutgoingMessage = {
  ...SMS_MESSAGE,
  channel: 'mail',
  kind: 'confirmation',
  to: 'ada@example.org',
  html: '<p>x</p>',
};
const never = new AbortController().signal;
const both = `${url(first)}, ${url(second)}`;
const counts = () => [first.mails.length, second.mails.length];
const failure = async (sending: Promise<void>): Promise<SendError> => {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SendError)) throw new Error(`no SendError but ${error}`);
  return error;
};

test('uses the first server as long as it is up', async () => {
  const send = createMailSender(settings(both));
  for (let n = 0; n < 3; n += 1) await send(MAIL, never);
  assert.equal(counts(), [3, 0]);
});

test('a server that does not answer, rejects every client or says goodbye: the next gets the mail, once', async () => {
  const gone = await startMailServer();
  await gone.close();
  await createMailSender(settings(`${url(gone)},${url(second)}`))(MAIL, never);
  assert.equal(counts(), [0, 1]);
  const troubles: MailServer['script'][] = [
    (step) => {
      if (step === 'connect') throw smtpError(421);
    },
    (step) => {
      if (step === 'from') throw smtpError(451);
    },
    (step) => {
      if (step === 'to') throw smtpError(421);
    },
    (step, _about, cut) => {
      if (step === 'connect') cut();
    },
  ];
  for (const [n, script] of troubles.entries()) {
    first.script = script;
    await createMailSender(settings(both))(MAIL, never);
    assert.equal(counts(), [0, n + 2], String(script));
  }
});

test('does not offer to the next a mail that one may have accepted, has rejected or defers', async () => {
  const stays: [MailServer['script'], permanent: boolean][] = [
    [
      (step, _about, cut) => {
        if (step === 'accept') cut();
      },
      false,
    ],
    [
      (step) => {
        if (step === 'to') throw smtpError(550, '5.7.1 policy');
      },
      true,
    ],
    [
      (step) => {
        if (step === 'to') throw smtpError(450, '4.2.0 greylisted');
      },
      false,
    ],
  ];
  for (const [script, permanent] of stays) {
    first.script = script;
    assert.is((await failure(createMailSender(settings(both))(MAIL, never))).permanent, permanent);
    assert.is(second.mails.length, 0, String(script));
  }
});

test('does not try a server that failed twice for 30 s', async () => {
  let now = 1_000_000;
  const send = createMailSender(settings(both), { now: () => now });
  let asked = 0;
  first.script = (step) => {
    if (step !== 'connect') return;
    asked += 1;
    throw smtpError(421);
  };
  for (let n = 0; n < 4; n += 1) await send(MAIL, never);
  assert.equal([asked, counts()[1]], [2, 4]);
  now += 30_001;
  first.script = () => undefined;
  await send(MAIL, never);
  assert.equal(counts(), [1, 4]);
});

test('all of them down: the message waits for the first that may be tried again', async () => {
  let now = 1_000_000;
  const send = createMailSender(settings(both), { now: () => now });
  const down = (step: string): void => {
    if (step === 'connect') throw smtpError(421);
  };
  first.script = down;
  second.script = down;
  assert.is((await failure(send(MAIL, never))).retry_after, undefined);
  now += 1_000;
  assert.is((await failure(send(MAIL, never))).retry_after, undefined);
  now += 1_000;
  const waits = await failure(send(MAIL, never));
  assert.equal([waits.permanent, waits.retry_after], [false, 29]);
});

test('unknown recipient: only if the server says so about the recipient, permanently', async () => {
  const errorAfter = async (code: number, text: string, at: 'from' | 'to' | 'accept' = 'to') => {
    first.script = (step) => {
      if (step === at) throw smtpError(code, text);
    };
    return (await failure(createMailSender(settings(url(first)))(MAIL, never))).nobody_there;
  };
  for (const text of ['5.1.1 unknown user', '5.1.2 no such domain', '5.1.10 null MX', '5.2.1 disabled']) {
    assert.is(await errorAfter(550, text), true, text);
  }
  assert.is(await errorAfter(554, '5.1.1 unknown user', 'accept'), true);
  for (const text of ['no such user', '5.7.1 blocked', '5.1.8 bad sender', '5.2.2 mailbox full', '5.0.0 no']) {
    assert.is(await errorAfter(550, text), false, text);
  }
  assert.is(await errorAfter(450, '4.1.1 unknown user at this moment'), false);
  assert.is(await errorAfter(550, '5.1.1 that is you', 'from'), false);
});

test('keeps a connection for the next mail, and replaces one that the server has closed meanwhile', async () => {
  let connected = 0;
  const cuts: (() => void)[] = [];
  first.script = (step, _about, cut) => {
    if (step !== 'connect') return;
    connected += 1;
    cuts.push(cut);
  };
  const send = createMailSender(settings(url(first)));
  for (let n = 0; n < 3; n += 1) await send(MAIL, never);
  assert.equal([connected, first.mails.length], [1, 3]);
  for (const cut of cuts) cut();
  await send(MAIL, never);
  assert.equal([connected, first.mails.length], [2, 4]);
  send.close();
});

test('parses the list of servers', () => {
  assert.equal(parseMailServers('smtp://a%40b:p%2Cw%3A@mx.example.com:2525, smtps://mx.example.com,smtp://[::1]'), [
    { host: 'mx.example.com', port: 2525, secure: false, user: 'a@b', pass: 'p,w:' },
    { host: 'mx.example.com', port: 465, secure: true, user: '', pass: '' },
    { host: '::1', port: 587, secure: false, user: '', pass: '' },
  ]);
  for (const wrong of [
    'mx.example.com',
    'http://mx',
    'smtp://',
    'smtp://h/path',
    'smtp://h?x=1',
    'smtp://h,',
    'smtp://%zz@h',
  ]) {
    assert.throws(() => parseMailServers(wrong), /^server [1-9] /, wrong);
  }
  const one = { smtp_urls: '', smtp_host: 'h', smtp_port: 465, smtp_user: 'u', smtp_pass: 'p', smtp_plain_hosts: [] };
  assert.equal(mailServers(one), [{ host: 'h', port: 465, secure: true, require_tls: true, user: 'u', pass: 'p' }]);
  assert.equal(mailServers({ ...one, smtp_host: '' }), []);
});

test('requires TLS except for this machine and the named hosts; with a login always', () => {
  const of = (smtp_urls: string, smtp_plain_hosts: string[] = []) => {
    const set = { smtp_urls, smtp_host: '', smtp_port: 587, smtp_user: '', smtp_pass: '', smtp_plain_hosts };
    return [mailServers(set).map(({ require_tls }) => require_tls), unencryptedMailServers(set)];
  };
  const near = 'smtp://localhost,smtp://127.0.0.2,smtp://[::1],smtp://u:p@127.0.0.1';
  assert.equal(of(near), [[false, false, false, false], []]);
  const far = 'smtp://mail,smtp://u:p@mail,smtp://localhost.example.com,smtp://10.0.0.1';
  assert.equal(of(far), [[true, true, true, true], []]);
  assert.equal(of(far, ['mail', 'localhost']), [[false, true, true, true], ['mail']]);
  assert.equal(of('smtp://u:p@mail,smtps://mail', ['mail'])[1], []);
});

test.run();
