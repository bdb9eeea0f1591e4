// runner: when=gateway,cli,dev,install,docs/operating.md

// Runs the proxies of docs/operating.md with the documented configuration. Only ports, certificates, the gateways'
// addresses and the PROXY protocol differ.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { findDebianProgram } from '../support/database/debian_archive.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { acceptsConnections, untilListening } from '../support/processes/listening.ts';
import { findNonEphemeralPort, temporaryFolder } from '../support/processes/process.ts';
import { newEmail, type Stack, startStack } from '../support/processes/stack.ts';
import { createAuthority } from '../support/providers/certificates.ts';
import { readBlocks } from './blocks.ts';

const HOST = 'auth.example.com';
const [FIRST, SECOND] = ['10.0.1.11:8081', '10.0.1.12:8081'];
const PASSWORD = 'correct horse battery';
const folder = temporaryFolder({ on_disk: true });
const stack: Stack = await startStack({
  worker: false,
  env: {
    SVC_MAILER_AUTOCONFIRM: 'true',
    SVC_RATE_LIMIT_HEADER: 'X-Forwarded-For',
    SVC_RATE_LIMIT_TRUSTED_PROXIES: 'private',
    SVC_RATE_LIMIT_TOKEN_REFRESH: '1',
    SVC_SHUTDOWN_DELAY: '2s',
  },
});
const second = await stack.another();
test.after(async () => {
  await stack.close();
  folder.remove();
});

const block = (language: string): string => {
  const [found, ...more] = readBlocks('docs/operating.md').filter((one) => one.language === language);
  assert.equal(more, []);
  return found?.text ?? '';
};
/** Replaces texts in a configuration. Each text must occur. */
function withReplacements(text: string, places: Readonly<Record<string, string>>): string {
  return Object.entries(places).reduce((all, [from, to]) => {
    assert.ok(all.includes(from), from);
    return all.replaceAll(from, to);
  }, text);
}

interface ProxyResponse {
  status: number;
  location: string;
  text: string;
}
type RequestFunction = (
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: unknown,
) => Promise<ProxyResponse>;

/** Returns a function that sends requests over TLS, with a client address if the proxy reads the PROXY protocol. */
function createRequestFunction(port: number, ca: string, address?: string): RequestFunction {
  return async (method, path, headers = {}, body) => {
    const options: RequestOptions = {
      host: '127.0.0.1',
      port,
      method,
      path,
      ca,
      servername: HOST,
      headers: { Host: HOST, 'Content-Type': 'application/json', ...headers },
    };
    if (address === undefined) options.agent = false;
    else {
      const socket = connectPlain(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`PROXY TCP4 ${address} 127.0.0.1 40000 443\r\n`);
      options.createConnection = () => connect({ socket, ca, servername: HOST });
    }
    return new Promise((done, fail) => {
      const sent = request(options, async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        done({ status: response.statusCode ?? 0, location: response.headers.location ?? '', text });
      });
      sent.on('error', fail);
      sent.end(body === undefined ? '' : JSON.stringify(body));
    });
  };
}

/** Returns a header with an invented client address. Any client can send it. */
const forged = (n: number): Record<string, string> => ({ 'X-Forwarded-For': `198.51.100.${n}` });

/**
 * Signs up with metadata of almost the maximum length, and signs in with a link. Asserts that the session has the
 * client's real address although the client sent a forged one. Returns the status for a body that is too long.
 */
async function checkUserThroughProxy(ask: RequestFunction, address: string): Promise<number> {
  const email = newEmail();
  // Close to the limit of 10,240 bytes for a user's metadata.
  const data = { note: 'x'.repeat(10_000) };
  const signed_up = await ask('POST', '/signup', forged(1), { email, password: PASSWORD, data });
  assert.is(signed_up.status, 200, signed_up.text);
  const { access_token, user } = JSON.parse(signed_up.text) as { access_token: string; user: { id: string } };
  assert.ok(access_token.length > 13_000);
  assert.is((await ask('GET', '/user', { Authorization: `Bearer ${access_token}` })).status, 200);
  const [session] = await stack.db.sql`select host(s.ip) as ip from auth.sessions as s where s.user_id = ${user.id}`;
  assert.is(session?.ip, address);

  const link = await stack.post('/admin/generate_link', { type: 'magiclink', email }, SERVICE);
  const { pathname, search } = new URL(String(link.body.action_link));
  const followed = await ask('GET', pathname + search);
  assert.is(followed.status, 303, followed.text);
  assert.ok(followed.location.length > 13_000);

  const large = await ask('POST', '/signup', {}, { email: newEmail(), data: { note: 'x'.repeat(65_536) } });
  assert.not.match(large.text, /error_code/, 'it is not Postern that refuses what is longer than 64 kB');
  return large.status;
}

/**
 * Sends at most 40 requests, each with another forged address, until the rate limit rejects one. Returns the number of
 * requests before the rejected one.
 */
async function countUntilRateLimit(ask: RequestFunction): Promise<number> {
  for (let n = 0; n < 40; n += 1) {
    const { status } = await ask('POST', '/token?grant_type=refresh_token', forged(n), { refresh_token: 'x' });
    if (status === 429) return n;
    assert.is(status, 400);
  }
  return 40;
}

test('nginx as documented: TLS, the longest tokens, and the client’s own address', async () => {
  if (!existsSync('/usr/sbin/nginx')) return cannotRun('nginx of docs/operating.md', 'no nginx');
  const [plain, secure] = [await findNonEphemeralPort(), await findNonEphemeralPort()];
  const authority = createAuthority('A proxy’s');
  const { cert, key } = authority.issue(HOST, [HOST]);
  const ca = join(folder.path, 'server.pem');
  writeFileSync(ca, cert);
  writeFileSync(join(folder.path, 'server.key'), key);
  // nginx reads the client's address from the PROXY protocol, so the test can use any address.
  const directives = `listen 127.0.0.1:${secure} ssl proxy_protocol;\nset_real_ip_from 127.0.0.1;\nreal_ip_header proxy_protocol;`;
  const server = withReplacements(block('nginx'), {
    [FIRST]: new URL(stack.url).host,
    [SECOND]: new URL(second.url).host,
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen 443 ssl;': directives,
    '/etc/letsencrypt/live/auth.example.com/fullchain.pem': ca,
    '/etc/letsencrypt/live/auth.example.com/privkey.pem': join(folder.path, 'server.key'),
  });
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder.path}/${name};`,
  );
  const around = `daemon off;\nmaster_process off;\npid ${folder.path}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n`;
  const [file, log] = [join(folder.path, 'nginx.conf'), join(folder.path, 'nginx.log')];
  writeFileSync(file, `${around}${paths.join('\n')}\n${server}}\n`);
  const nginx = spawn('/usr/sbin/nginx', ['-c', file, '-e', log], { stdio: 'ignore' });
  const ended = once(nginx, 'exit');
  try {
    await untilListening(
      nginx,
      () => acceptsConnections(secure),
      () => readFileSync(log, 'utf8'),
    );
    assert.is(
      await checkUserThroughProxy(createRequestFunction(secure, authority.cert, '203.0.113.7'), '203.0.113.7'),
      413,
    );
    assert.is(
      await countUntilRateLimit(createRequestFunction(secure, authority.cert, '203.0.113.7')),
      30,
      'one client, despite its forged addresses',
    );
    assert.is(
      await countUntilRateLimit(createRequestFunction(secure, authority.cert, '203.0.113.8')),
      30,
      'another client is not counted with it',
    );
    const redirected = await fetch(`http://127.0.0.1:${plain}/health`, { redirect: 'manual' });
    assert.equal([redirected.status, redirected.headers.get('location')?.split(':')[0]], [301, 'https']);
  } finally {
    nginx.kill('SIGTERM');
    await ended;
  }
});

test('Caddy as documented: TLS, the longest tokens, the client’s own address, and failover from a stopping gateway', async () => {
  const caddy = findDebianProgram('caddy', { package: 'caddy', path: 'usr/bin/caddy' });
  if ('cannot' in caddy) return cannotRun('Caddy of docs/operating.md', caddy.cannot);
  const env = { ...process.env, HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path };
  const file = join(folder.path, 'Caddyfile');
  const text = block('caddy');
  writeFileSync(file, text);
  const validated = spawnSync(caddy.program, ['validate', '--adapter', 'caddyfile', '--config', file], {
    env,
    encoding: 'utf8',
  });
  assert.is(validated.status, 0, validated.stderr);

  const [plain, secure, stopping] = [await findNonEphemeralPort(), await findNonEphemeralPort(), await stack.another()];
  const storage = join(folder.path, 'caddy');
  mkdirSync(storage);
  const global = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${plain}\n\thttps_port ${secure}\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${storage}\n}\n`;
  writeFileSync(
    file,
    global +
      withReplacements(text, {
        [`${HOST} {`]: `${HOST} {\n\ttls internal`,
        [FIRST]: new URL(stack.url).host,
        [SECOND]: new URL(stopping.url).host,
      }),
  );
  let output = '';
  const running = spawn(caddy.program, ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(running, 'exit');
  running.stderr.on('data', (chunk) => {
    output += String(chunk);
  });
  try {
    await untilListening(
      running,
      () => acceptsConnections(secure),
      () => output,
    );
    const ask = createRequestFunction(secure, await readCaddyAuthority(storage, secure));
    const version = spawnSync(caddy.program, ['version'], { encoding: 'utf8' }).stdout;
    assert.is(await checkUserThroughProxy(ask, '127.0.0.1'), /^v?2\.[0-6]\./.test(version) ? 502 : 413);
    assert.is(await countUntilRateLimit(ask), 30, 'one client, despite its forged addresses');
    const redirected = await fetch(`http://127.0.0.1:${plain}/health`, { redirect: 'manual', headers: { Host: HOST } });
    assert.equal([redirected.status, redirected.headers.get('location')?.split(':')[0]], [308, 'https']);

    const answers: number[] = [];
    const stopped = stopping.stop();
    for (let asked = 0; asked < 120; asked += 1) {
      answers.push((await ask('GET', '/health')).status);
      await sleep(25);
    }
    await stopped;
    assert.equal(new Set(answers), new Set([200]), 'no request was sent to the stopped gateway');
  } finally {
    running.kill('SIGTERM');
    await ended;
  }
});

/** Waits until Caddy has issued the host's certificate. Returns the certificate of Caddy's own authority. */
async function readCaddyAuthority(storage: string, port: number): Promise<string> {
  const path = join(storage, 'pki', 'authorities', 'local', 'root.crt');
  let fault: unknown;
  for (let looks = 0; looks < 500; looks += 1) {
    try {
      const ca = readFileSync(path, 'utf8');
      await createRequestFunction(port, ca)('GET', '/health');
      return ca;
    } catch (error) {
      fault = error;
      await sleep(20);
    }
  }
  throw fault;
}

test.run();
