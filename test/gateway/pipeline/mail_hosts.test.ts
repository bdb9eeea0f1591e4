// Domains of e-mail addresses: without a mail server, with a blocked mail server, and without a DNS response.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../../core/log.ts';
import { createMailHostCheck } from '../../../gateway/pipeline/mail_hosts.ts';
import { startDnsServer } from '../../support/providers/dns.ts';

const dns = await startDnsServer({
  'mail.example': { mx: ['mx1.mail.example', 'MX2.Provider.Example'] },
  'address.example': { a: '192.0.2.1' },
  'web.example': {},
  'null.example': { mx: [''] },
  'throwaway.example': { mx: ['mx.Trash.Example'] },
  'broken.example': { fault: 'failure' },
  'silent.example': { fault: 'silent' },
});
test.after(() => dns.close());

function setUpCheck(extended: boolean, blocked: readonly string[] = []) {
  const clock = { now: 1_000_000 };
  const lines: string[] = [];
  const judge = createMailHostCheck({
    settings: {
      mailer_email_validation_extended: extended,
      mailer_email_validation_blocked_mx: blocked,
      mailer_email_validation_dns: [dns.address],
    },
    log: createLog({ level: 'trace', stream: { write: (line) => void lines.push(line) } }),
    now: () => clock.now,
  });
  if (judge === null) throw new Error('the check is off');
  dns.asked.length = 0;
  const accepts = (email: string | null): Promise<boolean> =>
    judge(email).then(
      () => true,
      (error: { code: string; status: number; msg: string }) => {
        assert.equal([error.status, error.code], [400, 'email_address_invalid']);
        assert.is(error.msg, `Email address "${email}" is invalid`);
        return false;
      },
    );
  return { accepts, clock, lines };
}

test('a domain needs a mail server or an address', async () => {
  const { accepts } = setUpCheck(true);
  for (const [domain, good] of Object.entries({
    'mail.example': true,
    'MAIL.example': true,
    'address.example': true,
    'web.example': false,
    'null.example': false,
    'unknown.example': false,
    'throwaway.example': true,
  })) {
    assert.is(await accepts(`ada@${domain}`), good, domain);
  }
});

test('a blocked mail server refuses its domains, also without the extended check', async () => {
  const blocked = ['trash.example', 'provider.example'];
  for (const extended of [true, false]) {
    const { accepts } = setUpCheck(extended, blocked);
    assert.is(await accepts('ada@throwaway.example'), false);
    assert.is(await accepts('ada@mail.example'), false, 'one of two servers');
    assert.is(await accepts('ada@unknown.example'), !extended);
    assert.is(await setUpCheck(extended, ['rash.example']).accepts('ada@throwaway.example'), true);
  }
});

test('without an answer of DNS every domain is accepted, with one warning a minute', async () => {
  const { accepts, lines, clock } = setUpCheck(true);
  assert.is(await accepts('ada@broken.example'), true);
  assert.is(await accepts('ada@silent.example'), true);
  assert.is(lines.length, 1);
  assert.match(lines[0] ?? '', /"reason":"ESERVFAIL"/);
  assert.not.match(lines.join(), 'broken.example');
  clock.now += 60_000;
  await accepts('ada@broken.example');
  assert.is(lines.length, 2);
});

test('text that is not an address with a domain is left to SQL, and a result is cached for ten minutes', async () => {
  const { accepts, clock } = setUpCheck(true);
  for (const email of [null, '', 'ada', '@', '@mail.example', 'ada@', 'ada@[192.0.2.1]', 'ada@-x', 'ada@a b']) {
    assert.is(await accepts(email), true, String(email));
  }
  assert.equal(dns.asked, []);
  for (let at = 0; at < 3; at += 1) await accepts('ada@unknown.example');
  assert.equal(
    dns.asked.filter((one) => one.startsWith('MX')),
    ['MX unknown.example'],
  );
  clock.now += 10 * 60_000;
  await accepts('ada@unknown.example');
  assert.is(dns.asked.filter((one) => one.startsWith('MX')).length, 2);
});

test('the check of mail hosts is off by default', () => {
  const settings = {
    mailer_email_validation_extended: false,
    mailer_email_validation_blocked_mx: [],
    mailer_email_validation_dns: [],
  };
  assert.is(
    createMailHostCheck({ settings, log: createLog({ level: 'trace', stream: { write: () => undefined } }) }),
    null,
  );
});

test.run();
