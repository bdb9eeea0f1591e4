// Fuzz targets for parsers of untrusted text, each with a property that must hold for every input.
import { isIP } from 'node:net';
import { DatabaseUrlError, parseDatabaseUrl } from '../../core/database/url.ts';
import { createKeyRing } from '../../core/keys/ring.ts';
import { parseTemplate, RenderError, TemplateError } from '../../core/template/template.ts';
import { parseJsonBody } from '../../gateway/http/body.ts';
import { createClientAddress } from '../../gateway/http/client_ip.ts';
import { ApiError } from '../../gateway/http/errors.ts';
import { createJwt } from '../../gateway/http/jwt.ts';
import { readLanguages } from '../../gateway/http/languages.ts';
import { parseQuery } from '../../gateway/http/query.ts';
import { readAssertionClientId } from '../../gateway/oauth/assertion.ts';
import { importedTokenDigest } from '../../gateway/pipeline/imported_token.ts';
import { parseWalletMessage, WalletMessageError } from '../../gateway/web3/message.ts';
import { createRedirectCheck } from '../gateway/http/redirects.ts';
import { JWT_SECRET, PEPPER } from '../support/processes/keys.ts';
import { allowErrors, assertHolds, JSON_WORDS, NOW } from './assertions.ts';
import { createCredentialTargets } from './credential_targets.ts';
import { FILE_TARGETS } from './file_targets.ts';
import type { FuzzTarget } from './fuzzer.ts';
import { httpFraming } from './http_target.ts';
import { createIdTokenTargets } from './id_token_targets.ts';
import { createProviderTargets } from './provider_targets.ts';
import { createServiceTargets } from './service_targets.ts';

async function createJwtTarget(): Promise<FuzzTarget> {
  const settings = { jwt_secret: JWT_SECRET, jwt_key_id: 'k1', jwt_keys: '', jwt_valid_methods: [] };
  const jwt = createJwt({ settings, now: () => NOW });
  const signed = [
    await jwt.sign({ sub: 'x', aud: 'authenticated', exp: NOW / 1000 + 60 }),
    await jwt.sign({ sub: 'y', role: 'service_role', exp: NOW / 1000 + 60, data: { a: [1] } }),
  ];
  return {
    name: 'access token',
    module: '/gateway/http/jwt.ts',
    seeds: signed,
    words: [
      '.',
      'eyJhbGciOiJub25lIn0',
      'eyJhbGciOiJIUzI1NiJ9',
      '=',
      '-',
      '_',
      ...signed.flatMap((token) => token.split('.')),
    ],
    async check(input) {
      const claims = await allowErrors([ApiError], () => jwt.verify(input));
      assertHolds(claims === undefined || signed.includes(input), 'a token that was not signed verifies');
    },
  };
}

function createRingTarget(): FuzzTarget {
  const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: JWT_SECRET });
  const id = 'a2f1c0de-0000-4000-8000-000000000001';
  const refresh = ring.sealRefresh({ user_id: id, session_id: id, counter: 7 });
  const issued = [refresh, ring.sealLink(id), ring.sealId('device_code', id), ring.clientSecret(id, 1)];
  return {
    name: 'sealed tokens',
    module: '/core/keys/ring.ts',
    seeds: issued,
    words: ['-', '_', '0', 'f', ...issued.map((text) => text.slice(0, 12))],
    check(input) {
      const opened = [
        ring.openRefresh(input).ok,
        ring.openLink(input) !== null,
        ring.openId('device_code', input) !== null,
        ring.openClientSecret(id, input) !== null,
      ];
      // Hexadecimal digits of a link may be in upper case.
      assertHolds(
        !opened.includes(true) || issued.includes(input) || issued.includes(input.toLowerCase()),
        'a forged token opens',
      );
      ring.importedSecrets(input);
      ring.oldLinkIds(input);
      importedTokenDigest(input);
    },
  };
}

const body: FuzzTarget = {
  name: 'JSON body',
  module: '/gateway/http/',
  seeds: [
    '{"email":"a@example.com","data":{"a":[1,{"b":null}]},"create_user":true}',
    '{}',
    '[]',
    '{"data":{"__proto__":{"x":1}}}',
  ],
  words: JSON_WORDS,
  async check(input) {
    const shape = { email: 'string', data: 'object', create_user: 'boolean' } as const;
    const read = await allowErrors([ApiError], () => parseJsonBody(Buffer.from(input), shape));
    if (read === undefined) return;
    assertHolds(read.email === null || typeof read.email === 'string', 'email is no text');
    assertHolds(!JSON.stringify(read).includes('\\u0000'), 'NUL gets through');
    assertHolds(({} as { x?: unknown }).x === undefined, 'the prototype of objects has changed');
  },
};

const query: FuzzTarget = {
  name: 'query',
  module: '/gateway/http/query.ts',
  seeds: ['type=signup&token=abc&redirect_to=https%3A%2F%2Fapp.example.com', 'a=1&a=2', 'data=%7B%22a%22%3A1%7D'],
  words: ['&', '=', '%', '%00', '%ff', '+', 'type', 'redirect_to', ';', '#'],
  async check(input) {
    const read = await allowErrors([ApiError], () =>
      parseQuery(input, { type: 'string', redirect_to: 'lenient', data: 'object' }),
    );
    assertHolds(read?.type == null || !read.type.includes('\0'), 'NUL gets through');
  },
};

function createRedirectTarget(): FuzzTarget {
  const site = createRedirectCheck('https://app.example.com/home', [
    'https://*.preview.example.com/**',
    'com.example.app://cb/*',
  ]);
  return {
    name: 'redirect target',
    module: '/gateway/http/redirect.ts',
    seeds: [
      'https://app.example.com/cb?x=1#y',
      'https://one.preview.example.com/a/b',
      'com.example.app://cb/x',
      'https://evil.test/',
    ],
    words: [
      'https:',
      '//',
      '@',
      '\\',
      '/',
      '#',
      '?',
      'evil.test',
      'app.example.com',
      '.',
      ':443',
      '%2e',
      '[::1]',
      'javascript:',
      '\t',
      '。',
    ],
    check(input) {
      if (!site.allows(input)) return;
      const url = new URL(input);
      const own = url.protocol === 'https:' && /^(app|[^./]+\.preview)\.example\.com$/.test(url.hostname);
      assertHolds(own || url.protocol === 'com.example.app:', `${url.href} is allowed`);
    },
  };
}

function createAddressTarget(): FuzzTarget {
  const read = createClientAddress({
    rate_limit_header: 'X-Forwarded-For',
    rate_limit_trusted_proxies: '10.0.0.0/8',
    security_sb_forwarded_for_enabled: true,
  });
  return {
    name: 'address of a client',
    module: '/gateway/http/client_ip.ts',
    seeds: ['203.0.113.5', '2001:db8::1, 10.0.0.1', '::ffff:1.2.3.4', '[2001:db8::1]:4711'],
    words: [',', ':', '::', '.', '10.0.0.1', '255', 'ffff', '%eth0', '[', ']', ' '],
    check(input) {
      const { ip, limit_key } = read({ remote_addr: '10.1.1.1', header: () => input });
      assertHolds(isIP(ip) > 0, `${ip} is no address`);
      assertHolds(limit_key !== null && limit_key !== '', 'a request has no limit');
    },
  };
}

const languages: FuzzTarget = {
  name: 'Accept-Language',
  module: '/gateway/http/languages.ts',
  seeds: ['de-CH, fr;q=0.8, *;q=0.1', 'en', ''],
  words: [',', ';q=', '0.', '-', '*', 'zh-Hant-TW', ' '],
  check(input) {
    const list = readLanguages(input);
    assertHolds(list === null || list.length <= 1_000, 'a list without bound');
  },
};

const MARK = 'mark7';
/** A value that adds a script element, recognized by MARK, to HTML text or an attribute if it is not escaped. */
const SCRIPT = `"'><script>${MARK}()</script><b ${MARK}="`;
const template: FuzzTarget = {
  name: 'mail template',
  module: '/core/template/',
  seeds: [
    '<p>{{ .Email }}</p>',
    '<a href="{{ .ConfirmationURL }}" title=\'{{ .Data.name }}\'>{{ if .A }}x{{ else }}y{{ end }}</a>',
    '{{ range $i, $e := .List }}{{ $e }}{{ end }}{{ with .Data }}{{ .name | printf "%s" }}{{ end }}',
    '<style>p { color: {{ .Color }} }</style>{{/* a */}}',
  ],
  words: [
    '{{',
    '}}',
    '.Email',
    '.Data',
    'if',
    'else',
    'end',
    'range',
    'with',
    '|',
    '$',
    '(',
    ')',
    '<a href="',
    '<style>',
    'printf',
    'index',
    '"',
    '`',
    ':=',
    'eq',
    'len',
  ],
  async check(input) {
    const parsed = await allowErrors([TemplateError], () => parseTemplate(input, 'html'));
    if (parsed === undefined) return;
    const values = {
      Email: SCRIPT,
      ConfirmationURL: SCRIPT,
      Data: { name: SCRIPT },
      List: [SCRIPT, SCRIPT],
      Color: SCRIPT,
      A: true,
    };
    const text = await allowErrors([RenderError], () => parsed.render(values));
    assertHolds(
      text === undefined || input.includes(MARK) || !text.includes(`<script>${MARK}`),
      'a value becomes markup',
    );
  },
};

const MESSAGE = `example.com wants you to sign in with your Ethereum account:
0x9D85ca56217D2bb651b00f15e694EB7E713637D4

Sign in

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: abcdefgh
Issued At: 2026-11-26T12:00:00Z`;
const wallet: FuzzTarget = {
  name: 'message of a wallet',
  module: '/gateway/web3/message.ts',
  seeds: [MESSAGE, MESSAGE.replace('Ethereum', 'Solana')],
  words: [
    '\n',
    'URI: ',
    'Version: 1',
    'Chain ID: ',
    'Nonce: ',
    'Expiration Time: ',
    'Resources:',
    '- https://',
    'example.com',
    '\u200b',
  ],
  async check(input) {
    for (const chain of ['ethereum', 'solana'] as const) {
      const read = await allowErrors([WalletMessageError], () => parseWalletMessage(input, chain));
      assertHolds(read === undefined || !/[^\P{Cc}\n]/u.test(input), 'control characters get through');
    }
  },
};

const assertion: FuzzTarget = {
  name: 'assertion of a client',
  module: '/gateway/oauth/assertion.ts',
  seeds: [`eyJhbGciOiJFUzI1NiJ9.${Buffer.from('{"iss":"c","sub":"c"}').toString('base64url')}.AAAA`],
  words: ['.', 'eyJhbGciOiJub25lIn0', '=', 'bnVsbA', 'W10'],
  check(input) {
    const client = readAssertionClientId(input);
    assertHolds(client === null || typeof client === 'string', 'a client that is no text');
  },
};

const databaseUrl: FuzzTarget = {
  name: 'URL of a database',
  module: '/core/database/url.ts',
  seeds: ['postgres://user:secret7@host:5432,other/db?sslmode=require&application_name=x', 'postgres:///db?host=/run'],
  words: ['postgres://', ':', '@', '/', '?', '&', 'sslmode=', 'host=', '%', '%2f', ',', '[::1]'],
  async check(input) {
    try {
      parseDatabaseUrl(input, {});
    } catch (error) {
      if (!(error instanceof DatabaseUrlError)) throw error;
      // Without a second secret7, which is not the password. The input may have line separators.
      const has_password = /^postgres:\/\/[^/?#@:]*:secret7@(?!.*secret7)/s.test(input);
      assertHolds(!has_password || !error.message.includes('secret7'), 'an error shows the password');
    }
  },
};

/** Returns every target. */
export async function createFuzzTargets(): Promise<FuzzTarget[]> {
  return [
    await createJwtTarget(),
    createRingTarget(),
    body,
    query,
    createRedirectTarget(),
    createAddressTarget(),
    languages,
    template,
    ...createCredentialTargets(),
    wallet,
    assertion,
    databaseUrl,
    ...createServiceTargets(),
    ...(await createIdTokenTargets()),
    ...createProviderTargets(),
    httpFraming,
    ...FILE_TARGETS,
  ];
}
