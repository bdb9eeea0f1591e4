// Mail over SMTP: headers, one recipient, logins, deadlines, and the classification of errors.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildMail, createMailSender, type MailSettings } from '../../core/mail/send.ts';
import { type OutgoingMessage, SendError } from '../../core/senders.ts';
import { type MailServer, smtpError, startMailServer } from '../support/providers/mail_server.ts';

const sink = await startMailServer();
const never = new AbortController().signal;

const settings = (to: MailServer, more: Partial<MailSettings> = {}): MailSettings => ({
  smtp_urls: '',
  smtp_host: '127.0.0.1',
  smtp_port: to.port,
  smtp_user: '',
  smtp_pass: '',
  smtp_plain_hosts: [],
  mail_concurrency: 10,
  smtp_admin_email: 'no-reply@example.com',
  smtp_sender_name: '',
  api_external_url: 'https://auth.example.com/auth/v1',
  ...more,
});

const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11',
  channel: 'mail',
  code: '123456',
  kind: 'confirmation',
  to: 'ada@example.org',
  subject: 'Confirm Your Signup',
  html: '<h2>Confirm</h2><p><a href="https://auth.example.com/verify?token=1">äöü €</a></p>',
  text: 'Confirm äöü €:\nhttps://auth.example.com/verify?token=1\n',
  link: 'https://auth.example.com/verify?token=1',
  created_at: '2026-08-01T10:00:00.1Z',
  ...more,
});

async function expectSendError(sending: Promise<void>): Promise<SendError> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SendError)) throw new Error(`no SendError but ${error}`);
  return error;
}

test.before.each(() => {
  sink.mails.length = 0;
  sink.recipients.length = 0;
  sink.script = () => undefined;
});

test.after(() => sink.close());

test('a sent mail equals the one that nodemailer itself composes', async () => {
  const library = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const from = { name: 'Grüße, "Postern"', address: 'no-reply@example.com' };
  const send = createMailSender(settings(sink, { smtp_sender_name: from.name }));
  const long = 'äöü € 👋🏽 = . '.repeat(2_000);
  const boundaries = (text: string) => text.replace(/--_NmP-[^\s"]*?-Part_\d+/g, '--part');
  for (const mail of [
    message(),
    message({ subject: `=?UTF-8?Q?x?= ${'ä'.repeat(200)}`, text: 'a \n.\n..\n=20\t\nb ', html: '<p>.\r\n.</p>\n\n' }),
    message({ text: `${long}\n${'x'.repeat(5_000)}\n`, html: `<p>${long}</p>\n<p>${'y '.repeat(5_000)}` }),
    message({ text: '', html: '<p>no text</p>' }),
    message({ text: 'no HTML', html: '' }),
  ]) {
    sink.mails.length = 0;
    await send(mail, never);
    const made = String((await library.sendMail(buildMail(mail, from))).message);
    const ending = (text: string) => boundaries(text).replace(/(\r\n)*$/, '');
    assert.is(ending(sink.mails[0]?.raw ?? ''), ending(made));
  }
  send.close();
});

test('sends HTML and text, quoted-printable, with the sender and ids of this installation', async () => {
  await createMailSender(settings(sink, { smtp_sender_name: 'Grüße, "Postern" <x@y.z>' }))(message(), never);
  const mail = sink.mails[0];
  assert.match(mail?.raw ?? '', /^Content-Type: multipart\/alternative;/im);
  // The text part comes first, because clients show the last part that they support.
  assert.match(
    mail?.raw ?? '',
    /Content-Type: text\/plain; charset=utf-8\r?\n[\s\S]*Content-Type: text\/html; charset=utf-8\r?\n/i,
  );
  assert.is(mail?.raw.match(/^Content-Transfer-Encoding: quoted-printable\r?$/gm)?.length, 2);
  assert.match(mail?.parsed.text ?? '', 'Confirm äöü €:\nhttps://auth.example.com/verify?token=1');
  assert.match(mail?.raw ?? '', /^From: =\?UTF-8\?/m);
  assert.equal(mail?.parsed.from, { address: 'no-reply@example.com', name: 'Grüße, "Postern" <x@y.z>' });
  assert.is(mail?.from, 'no-reply@example.com');
  assert.is(mail?.parsed.messageId, '<0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11@example.com>');
  assert.is(mail?.parsed.date, '2026-08-01T10:00:00.000Z');
  assert.match(String(mail?.parsed.html), /äöü €/);
});

test('without a sender name uses the bare address; EHLO is the host of the external URL', async () => {
  let ehlo = '';
  const curious = await startMailServer({
    onMailFrom: (_address, session, done) => {
      ehlo = session.hostNameAppearsAs;
      done();
    },
  });
  await createMailSender(settings(curious))(message(), never);
  assert.match(curious.mails[0]?.raw ?? '', /^From: no-reply@example.com\r?$/m);
  assert.is(ehlo, 'auth.example.com');
  await curious.close();
});

test('one recipient, exactly the stored address: an address that a header could read differently is not sent', async () => {
  const send = createMailSender(settings(sink));
  const hostile = [
    'ada@example.org\r\nBcc: eve@attacker.example',
    'ada@example.org, eve@attacker.example',
    'ada@example.org> <eve@attacker.example',
    'Ada <eve@attacker.example>',
    '"eve@attacker.example"@example.org',
    'eve@attacker.example (@example.org)',
    'group:eve@attacker.example;@example.org',
    'ada@example.org\u0000eve@attacker.example',
  ];
  for (const to of hostile) {
    const { permanent, message: reason } = await expectSendError(send(message({ to }), never));
    assert.equal([permanent, reason], [true, 'this is not one plain address'], to);
  }
  assert.equal(sink.recipients, []);
  for (const to of ["o'hara+tag{x}|y=z@example.org", 'a.b@sub.example.org', 'x@127.0.0.1']) {
    await send(message({ to }), never);
    assert.equal(sink.mails.pop()?.to, [to]);
  }
});

test('without a sender address nothing is sent, a temporary error', async () => {
  for (const smtp_admin_email of ['', 'a\r\nBcc: eve@attacker.example', 'Postern <x@example.org>']) {
    assert.is(
      (await expectSendError(createMailSender(settings(sink, { smtp_admin_email }))(message(), never))).permanent,
      false,
    );
  }
  assert.equal(sink.recipients, []);
});

test('a subject with any content is one header line', async () => {
  const subject = 'a\r\nBcc: eve@attacker.example\u0085X-Y: z\u2028w\u0000v';
  await createMailSender(settings(sink))(message({ subject }), never);
  const mail = sink.mails[0];
  assert.equal(mail?.to, ['ada@example.org']);
  const headers = mail?.parsed.headers.map(({ key }) => key) ?? [];
  assert.ok(headers.includes('subject'));
  assert.equal([headers.includes('bcc'), headers.includes('x-y')], [false, false]);
  assert.match(mail?.parsed.subject ?? '', /^a.*Bcc: eve@attacker\.example/);
});

test('a 4xx and every connection error are temporary; a 5xx about the mail is permanent', async () => {
  const permanent = async (script: MailServer['script']): Promise<boolean> => {
    sink.script = script;
    return (await expectSendError(createMailSender(settings(sink))(message(), never))).permanent;
  };
  for (const code of [421, 450, 451, 452]) {
    for (const at of ['from', 'to', 'accept'] as const) {
      assert.is(
        await permanent((step) => {
          if (step === at) throw smtpError(code);
        }),
        false,
        `${code} at ${at}`,
      );
    }
  }
  for (const code of [550, 552, 554]) {
    for (const at of ['from', 'to', 'accept'] as const) {
      assert.is(
        await permanent((step) => {
          if (step === at) throw smtpError(code);
        }),
        true,
        `${code} at ${at}`,
      );
    }
  }
  assert.is(
    await permanent((step) => {
      if (step === 'connect') throw smtpError(554);
    }),
    false,
    'not about this mail',
  );
  assert.is(
    await permanent((step, _about, cut) => {
      if (step === 'accept') cut();
    }),
    false,
  );
  sink.script = () => undefined;
  assert.is(
    (await expectSendError(createMailSender(settings(sink, { smtp_port: 1 }))(message(), never))).permanent,
    false,
  );
  assert.is(
    (await expectSendError(createMailSender(settings(sink, { smtp_host: 'no-such-host.invalid' }))(message(), never)))
      .permanent,
    false,
  );
});

test('an error after DATA may quote the mail; the recorded reason does not', async () => {
  sink.script = (step) => {
    if (step === 'accept') throw smtpError(554, '5.7.1 spam: https://auth.example.com/verify?token=1 is on a list');
  };
  const reason = (await expectSendError(createMailSender(settings(sink))(message(), never))).message;
  assert.not.match(reason, /token|verify/);
  assert.match(reason, /554 .*at DATA/);
});

test('an answer during a mail, or at disconnect, may quote the mail; the recorded reason does not', async () => {
  const secret = '554 5.7.1 spam: https://auth.example.com/verify?token=1';
  // Replies with the secret: in the middle of the mail, at its end without a line break, and as the first line of a
  // multi-line reply.
  const replies: [RegExp, string][] = [
    [/^Date:/im, `${secret}\r\n`],
    [/\r\n\.\r\n/, secret],
    [/\r\n\.\r\n/, `250-${secret}\r\n`],
  ];
  for (const [when, reply] of replies) {
    const server = createServer((socket) => {
      let heard = '';
      let done = false;
      socket.on('error', () => undefined);
      socket.write('220 hello\r\n');
      socket.on('data', (chunk) => {
        heard += chunk.toString('latin1');
        const mail = heard.split(/^DATA\r\n/m)[1];
        if (mail === undefined) socket.write(/^DATA\r\n/m.test(heard) ? '354 go on\r\n' : '250 ok\r\n');
        else if (mail === '') socket.write('354 go on\r\n');
        else if (when.test(mail) && !done) {
          done = true;
          socket.end(reply);
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const failed = await expectSendError(createMailSender(settings(sink, { smtp_port: port }))(message(), never));
    assert.not.match(failed.message, /token|verify/);
    server.close();
  }
});

test('gives up a slow server in time for another attempt', async () => {
  sink.script = async (step) => {
    // The server answers only after 10 s. The client must give up earlier.
    if (step === 'to') await sleep(10_000, undefined, { ref: false });
  };
  const slow = await expectSendError(createMailSender(settings(sink), { overall_ms: 300 })(message(), never));
  assert.equal([slow.permanent, slow.unknown], [false, false]);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  assert.is((await expectSendError(createMailSender(settings(sink))(message(), stop.signal))).permanent, false);
});

test('the answer to the whole mail has its own deadline; without an answer the outcome is unknown', async () => {
  sink.script = async (step, to) => {
    if (step === 'accept') await sleep(to === 'late@example.org' ? 4_000 : 60_000, undefined, { ref: false });
  };
  await createMailSender(settings(sink), { overall_ms: 3_000 })(message({ to: 'late@example.org' }), never);
  assert.is(sink.mails.length, 1, 'longer than all that comes before');
  const outcomes = async (sending: Promise<void>) => {
    const { unknown, permanent, message: text } = await expectSendError(sending);
    assert.match(text, 'after the whole mail had left');
    return [unknown, permanent];
  };
  const send = (o: { answer_ms?: number }, signal = never) => createMailSender(settings(sink), o)(message(), signal);
  assert.equal(await outcomes(send({ answer_ms: 300 })), [true, false]);
  const stop = new AbortController();
  sink.script = async (step) => {
    if (step !== 'accept') return;
    stop.abort();
    await sleep(60_000, undefined, { ref: false });
  };
  assert.equal(await outcomes(send({}, stop.signal)), [true, false]);
  sink.script = (step, _about, cut) => {
    if (step === 'accept') cut();
  };
  assert.equal(await outcomes(send({})), [true, false]);
  sink.script = (step) => {
    if (step === 'accept') throw smtpError(451);
  };
  assert.is((await expectSendError(send({}))).unknown, false, 'a refusal is an answer');
});

test('logs in with a method that the server offers, CRAM-MD5 first; a rejected login is temporary and hides the password', async () => {
  for (const methods of [['CRAM-MD5', 'PLAIN'], ['PLAIN', 'LOGIN'], ['LOGIN']]) {
    let used = '';
    const guarded = await startMailServer({
      authOptional: false,
      authMethods: methods,
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) => {
        used = auth.method;
        const right = auth.method === 'CRAM-MD5' ? auth.validatePassword?.('pässword') : auth.password === 'pässword';
        done(right && auth.username === 'mailer' ? null : new Error('no'), { user: 'mailer' });
      },
    });
    const user = { smtp_user: 'mailer', smtp_pass: 'pässword' };
    await createMailSender(settings(guarded, user))(message(), never);
    assert.is(used, methods[0]);
    const refused = await expectSendError(
      createMailSender(settings(guarded, { ...user, smtp_pass: 'wr0ng' }))(message(), never),
    );
    assert.is(refused.permanent, false);
    assert.not.match(refused.message, /wr0ng|d3IwbmI|mailer/);
    await guarded.close();
  }
});

test.run();
