// TLS to a mail server: where it is required, and the error of a server without TLS or with an invalid certificate.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMailSender, type MailSettings } from '../../core/mail/send.ts';
import { type OutgoingMessage, SendError } from '../../core/senders.ts';
import { type MailServer, startMailServer } from '../support/providers/mail_server.ts';

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

test.after(() => sink.close());

test('a server without TLS gets neither mail nor login, except on this machine; a named plain-text host gets mails, no login', async () => {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 hi\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const [line = ''] = chunk.toString().split('\r\n');
      commands.push(line);
      if (line.startsWith('EHLO')) socket.write('250-hi\r\n250 AUTH PLAIN\r\n');
      else if (line.startsWith('MAIL')) socket.destroy();
      else socket.write(line === 'STARTTLS' ? '502 no\r\n' : '250 ok\r\n');
    });
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // 0.0.0.0 reaches this machine without being one of its loopback names.
  const attempt = async (more: Partial<MailSettings>) => {
    commands.length = 0;
    const all = settings(sink, { smtp_host: '0.0.0.0', smtp_port: port, ...more });
    const { message: text, permanent } = await expectSendError(
      createMailSender(all, { overall_ms: 30_000 })(message(), never),
    );
    return { said: text, permanent, told: commands.some((line) => /^(AUTH|MAIL)/.test(line)) };
  };
  const login = { smtp_user: 'mailer', smtp_pass: 'secret' };
  for (const more of [{}, login, { ...login, smtp_plain_hosts: ['0.0.0.0'] }]) {
    const { said: text, permanent, told: continued } = await attempt(more);
    assert.equal([continued, permanent], [false, false], JSON.stringify(more));
    assert.match(text, /^ETLS 502 at STARTTLS where TLS is required/);
  }
  assert.ok((await attempt({ smtp_plain_hosts: ['0.0.0.0'] })).told);
  assert.ok((await attempt({ ...login, smtp_host: '127.0.0.1' })).told);
  server.close();
});

test('uses STARTTLS when offered, and does not send with an invalid certificate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-mail-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=mail.example.com', '-keyout', key, '-out', cert];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...subject],
    { stdio: 'ignore' },
  );
  const tls = await startMailServer({ disabledCommands: [], key: readFileSync(key), cert: readFileSync(cert) });
  rmSync(folder, { recursive: true });
  const reason = await expectSendError(createMailSender(settings(tls))(message(), never));
  assert.is(reason.permanent, false);
  assert.is(tls.mails.length, 0);
  assert.is(tls.recipients.length, 0);
  await tls.close();
});

test.run();
