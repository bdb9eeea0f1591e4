// Fuzz targets for data from organizations and other servers: SCIM, SAML metadata, OAuth parameters, replies of mail and
// SMS servers, lists of leaked passwords. Each target checks a property that must hold for every input.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { LeakedListError, parseRange } from '../../core/leaked/range.ts';
import { createMailSender } from '../../core/mail/send.ts';
import { MetadataError, readMetadata } from '../../core/saml/metadata.ts';
import { SendError } from '../../core/senders.ts';
import { readSmsResponse, redactReason } from '../../core/sms/response.ts';
import { parseSuccessRule, unmetCondition } from '../../core/sms/success.ts';
import { parseJsonObject } from '../../gateway/http/body.ts';
import { ApiError } from '../../gateway/http/errors.ts';
import { AUTHORIZE_PARAMETERS, readParameters } from '../../gateway/oauth/parameters.ts';
import { parseFilter, parsePatchPath, valuesRequiredBy } from '../../gateway/scim/filter.ts';
import { readOperations, readResource } from '../../gateway/scim/resource.ts';
import { createSamlIdp } from '../support/providers/saml_idp.ts';
import { allowErrors, assertHolds, assertStorable, JSON_WORDS } from './assertions.ts';
import type { FuzzTarget } from './fuzzer.ts';

const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const SCIM_WORDS = [
  ...['userName', 'emails', 'emails.value', 'active', 'meta.created', 'externalId', 'members', 'name.familyName'],
  ...['[type eq "work"]', '.value', ' eq ', ' pr', ' and ', ' or ', 'not (', '(', ')', '[', ']', '"', '\\"', 'true'],
  ...['"2031-05-01T12:00:00Z"', 'null', '__proto__', 'constructor', `${USER_SCHEMA}:`, 'urn:x:y:', 'password'],
];

const scimFilter: FuzzTarget = {
  name: 'SCIM filter',
  module: '/gateway/scim/',
  seeds: [
    'userName eq "ada@example.com"',
    'emails[type eq "work" and value co "@example.com"] or not (active eq false)',
    'meta.lastModified gt "2031-05-01T12:00:00Z" and (externalId pr or name.familyName sw "L")',
    `${USER_SCHEMA}:userName eq null`,
  ],
  words: SCIM_WORDS,
  async check(input) {
    for (const kind of ['User', 'Group'] as const) {
      const filter = await allowErrors([ApiError], () => parseFilter(kind, input));
      if (filter !== undefined) {
        assertStorable(filter);
        assertHolds(JSON.stringify(filter).length < 20_000, 'a tree without bound');
        valuesRequiredBy(filter);
      }
      const path = await allowErrors([ApiError], () => parsePatchPath(kind, input));
      assertHolds(path == null || path.place.path.every((name) => !/proto|constructor/.test(name)), 'a path leads out');
    }
  },
};

const scimBody: FuzzTarget = {
  name: 'SCIM resource and PATCH',
  module: '/gateway/scim/',
  seeds: [
    JSON.stringify({
      schemas: [USER_SCHEMA],
      userName: 'ada',
      active: 'True',
      name: { familyName: 'Lovelace' },
      emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
    }),
    JSON.stringify({
      schemas: [PATCH_SCHEMA],
      Operations: [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada@example.com' },
        { op: 'add', value: { active: false, 'name.familyName': 'L', manager: 'x' } },
        { op: 'remove', path: 'members[value eq "1"]' },
      ],
    }),
  ],
  words: [...SCIM_WORDS, ...JSON_WORDS, '"op":"add"', '"path":', '"value":', '{"value":"x"}'],
  async check(input) {
    const body = await allowErrors([ApiError], () => parseJsonObject(Buffer.from(input)));
    if (body === undefined) return;
    for (const kind of ['User', 'Group'] as const) {
      const resource = await allowErrors([ApiError], () => readResource(kind, body, 'a1'));
      assertHolds(
        resource === undefined || (!('id' in resource) && !('groups' in resource)),
        'a read-only attribute is kept',
      );
      const operations = await allowErrors([ApiError], () => readOperations(kind, body, 'a1'));
      for (const { path, op } of operations ?? []) {
        assertHolds(['add', 'replace', 'remove'].includes(op), `${op} is no operation`);
        assertHolds(!['id', 'groups', 'meta'].includes(path[0] ?? ''), `${path.join('.')} is changed`);
      }
    }
    assertHolds(({} as { x?: unknown }).x === undefined, 'the prototype of objects has changed');
  },
};

function createSamlMetadataTarget(): FuzzTarget {
  const idp = createSamlIdp();
  return {
    name: 'SAML metadata',
    module: '/core/saml/',
    seeds: [idp.metadata],
    words: [
      ...['<!--', '-->', '<![CDATA[', ']]>', '<!DOCTYPE a>', '&#97;', '<md:EntityDescriptor', '</md:EntityDescriptor>'],
      ...['entityID="x"', 'use="encryption"', 'Location="http://evil.test"', 'validUntil="2030-01-01T00:00:00Z"'],
      ...['cacheDuration="P1D"', 'xmlns="x"', 'javascript:', '<md:EntitiesDescriptor>'],
    ],
    async check(input) {
      const read = await allowErrors([MetadataError], () => readMetadata(Buffer.from(input), { limit: 200_000 }));
      if (read === undefined) return;
      assertHolds(
        /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])/i.test(read.sso_url),
        `${read.sso_url} is no address`,
      );
      assertHolds(read.certificates.length > 0, 'metadata without a certificate');
    },
  };
}

const oauthForm: FuzzTarget = {
  name: 'parameters of OAuth',
  module: '/gateway/oauth/parameters.ts',
  seeds: ['client_id=c&redirect_uri=https%3A%2F%2Fapp.example.com&scope=openid&state=x', 'resource=a&resource=b'],
  words: ['&', '=', '%', '%00', '%ed%a0%80', '+', 'client_id', 'redirect_uri', 'resource', '__proto__', 'state=1&'],
  check(input) {
    const { values, resource, fault } = readParameters(input, AUTHORIZE_PARAMETERS);
    assertHolds(Object.keys(values).length === AUTHORIZE_PARAMETERS.length, 'a parameter that nobody asked for');
    for (const value of [...Object.values(values), ...resource]) assertStorable(value);
    const once = input.split('&').filter((pair) => /^client_id(=|$)/.test(pair));
    assertHolds(once.length < 2 || fault !== null, 'a parameter is repeated');
  },
};

const LINK = 'https://auth.example.com/verify?token=linksecret7';
const PASS = 'passsecret7';

/** A mail server on loopback that replies to each command with the next reply of a script. */
class ScriptedServer {
  #server: Server | undefined;
  #sockets = new Set<Socket>();
  replies: string[] = [];
  received = '';

  async port(): Promise<number> {
    if (this.#server === undefined) {
      this.#server = createServer((socket) => this.#serve(socket));
      this.#server.unref();
      await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    }
    return (this.#server.address() as AddressInfo).port;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.unref();
    socket.on('error', () => undefined); // the client may hang up
    socket.once('close', () => this.#sockets.delete(socket));
    let reads_mail = false;
    const reply = (): void => {
      const text = this.replies.shift();
      if (text === undefined) socket.end();
      else socket.write(`${text.replaceAll('%RECEIVED%', () => this.received)}\r\n`);
    };
    reply();
    socket.on('data', (piece) => {
      const command = piece.toString('latin1');
      this.received += command;
      if (reads_mail && !this.received.endsWith('\r\n.\r\n')) return;
      reads_mail = !reads_mail && /^DATA/.test(command) && /^[23]/.test(this.replies[0] ?? '');
      reply();
    });
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

const OUTGOING = {
  id: 'a2f1c0de-0000-4000-8000-000000000001',
  kind: 'recovery',
  channel: 'mail',
  to: 'ada@example.com',
  subject: 'Reset your password',
  html: `<a href="${LINK}">Reset</a>`,
  text: LINK,
  link: LINK,
  code: '',
  created_at: '2026-11-26T12:00:00Z',
};

function createSmtpTarget(): FuzzTarget {
  const server = new ScriptedServer();
  return {
    name: 'replies of a mail server',
    module: '/core/mail/',
    // Each input is a complete SMTP session.
    brief: 30,
    seeds: [
      '220 mx|250-mx\r\n250-AUTH PLAIN\r\n250 SIZE 1000000|235 ok|250 ok|250 ok|354 go|250 queued|221 bye',
      '220 mx|250-mx\r\n250 AUTH CRAM-MD5|334 PDEyMz4=|235 ok|250 ok|550 5.1.1 nobody|221 bye',
      '220 mx|250 mx|250 ok|250 ok|354 go|451 4.3.0 later: %RECEIVED%|221 bye',
      '421 4.3.2 closing|',
    ],
    words: [
      ...['|', '\r\n', '250 ', '250-', '354 ', '421 4.7.0 ', '450 ', '535 ', '550 5.7.1 ', '%RECEIVED%', 'AUTH LOGIN'],
      ...['334 ', '235 ', 'STARTTLS', 'SMTPUTF8', 'SIZE 1', '8BITMIME', '5.1.1', '999', '\u001b[2J'],
    ],
    async check(input) {
      server.replies = input.split('|');
      server.received = '';
      const sender = createMailSender(
        {
          smtp_urls: '',
          smtp_host: '127.0.0.1',
          smtp_port: await server.port(),
          smtp_user: 'postern',
          smtp_pass: PASS,
          smtp_plain_hosts: [],
          mail_concurrency: 1,
          smtp_admin_email: 'auth@example.com',
          smtp_sender_name: 'Auth',
          api_external_url: 'https://auth.example.com',
        },
        { overall_ms: 150, answer_ms: 150 },
      );
      try {
        await sender(OUTGOING, new AbortController().signal);
        // Checks only scripts with one reply per command. With two replies to one command, the client may take the
        // second as an acceptance of the mail before it has sent the mail.
        const in_turn = input.split('|').every((reply) => /^(?:\d{3}-[^\r\n]*\r\n)*[^\r\n]*$/.test(reply));
        assertHolds(
          !in_turn || server.received.includes('\r\n.\r\n'),
          'a mail counts as sent that the server has not got',
        );
      } catch (error) {
        if (!(error instanceof SendError)) throw error;
        assertHolds(!/linksecret7|passsecret7/.test(error.message), `a reason has a secret: ${error.message}`);
        assertHolds(!/\p{Cc}/u.test(error.message), 'a reason has control characters');
      } finally {
        sender.close();
        server.hangUp();
      }
    },
  };
}

const smsAnswer: FuzzTarget = {
  name: 'answer of an SMS gateway',
  module: '/core/sms/',
  seeds: ['{"messages":[{"status":"0"}]}', '{"error":true,"message":"no money, key secret7"}', '[]', 'OK'],
  words: [...JSON_WORDS, 'messages', 'status', '0', 'secret7', 'constructor'],
  async check(input) {
    const rules = ['2xx,messages.0.status=0', 'error!=true', '202,constructor.name=Object'].map(parseSuccessRule);
    for (const plain of [true, false]) {
      const answer = await readSmsResponse(new Response(input), plain);
      if (answer === null) continue;
      for (const rule of rules) unmetCondition(rule, answer);
      assertHolds(!redactReason(answer.text, ['secret7']).includes('secret7'), 'a reason has the key of the gateway');
      assertHolds(unmetCondition(rules[2] as (typeof rules)[0], answer) !== null, 'a rule matches what no answer has');
    }
  },
};

const leakedRange: FuzzTarget = {
  name: 'range of leaked passwords',
  module: '/core/leaked/range.ts',
  seeds: [`${'0'.repeat(35)}:3\r\n${'A'.repeat(35)}:0`, `${'f'.repeat(35)}:12`],
  words: [':', '\r\n', '0'.repeat(35), '-1', '999999999999999'],
  async check(input) {
    const digests = await allowErrors([LeakedListError], () => parseRange('ABCDE', input, 1));
    assertHolds(digests === undefined || digests.length % 20 === 0, 'half a digest');
  },
};

/** Returns the targets of this file. */
export function createServiceTargets(): FuzzTarget[] {
  return [scimFilter, scimBody, createSamlMetadataTarget(), oauthForm, createSmtpTarget(), smsAnswer, leakedRange];
}
