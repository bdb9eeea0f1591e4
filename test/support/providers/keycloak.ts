// Runs a real Keycloak on a free port, with a realm and a client. Keycloak comes from Maven Central through
// `mvn`, or from the folder POSTERN_KEYCLOAK. Needs Java.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type RequestListener, request } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../dev/embedded/cluster.ts';
import type { ProviderPerson, RegisteredClient } from './vendor.ts';

const VERSION = '26.4.0';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
const ADMIN = { KC_BOOTSTRAP_ADMIN_USERNAME: 'admin', KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin' };
/** Number of readiness checks, half a second apart. A JVM on a slow machine takes a minute to start. */
const LOOKS = 480;

export interface Keycloak {
  app: RegisteredClient;
  /** Creates a user with a password. */
  add(person: ProviderPerson, password: string): Promise<void>;
  /** Replaces the signing key. */
  rotate(): Promise<void>;
  /**
   * Registers a SAML service provider by its metadata, with `mail` and `firstName` in its assertions. Returns a function
   * that changes attributes of the registration.
   */
  addService(metadata: string): Promise<(attributes: Record<string, string>) => Promise<void>>;
  /** Ends all sessions that a user has at Keycloak. */
  endSessions(login: string): Promise<void>;
  /** Handles requests for Keycloak's public host name. */
  answer: RequestListener;
  close(): Promise<void>;
}

/** Members that we use of a client in Keycloak's admin API. */
interface SamlClient {
  id: string;
  clientId: string;
  attributes: Record<string, string>;
}

/** Starts Keycloak at the public origin of `realm_url`. Returns the reason if Java or Keycloak is missing. */
export async function startKeycloak(realm_url: string, redirect_uri: string): Promise<Keycloak | string> {
  if (spawnSync('java', ['-version']).status !== 0) return 'no Java';
  const folder = mkdtempSync(join(tmpdir(), `postern-keycloak-${process.pid}-`));
  const home = process.env.POSTERN_KEYCLOAK ?? unpackKeycloak(folder);
  if (!existsSync(join(home, 'lib', 'quarkus-run.jar'))) {
    rmSync(folder, { recursive: true });
    return `no Keycloak: \`mvn dependency:get -Dartifact=${ARTIFACT}\` brings none, and POSTERN_KEYCLOAK names no folder of one`;
  }
  const port = await freePort();
  const { origin } = new URL(realm_url);
  const options = [
    `--http-port=${port}`,
    `--hostname=${origin}`,
    '--http-host=127.0.0.1',
    '--cache=local',
    '--db=dev-mem',
  ];
  const child = spawn('sh', [join(home, 'bin', 'kc.sh'), 'start-dev', '--proxy-headers=xforwarded', ...options], {
    env: { ...process.env, ...ADMIN, JAVA_OPTS_APPEND: `-Xmx512m -XX:TieredStopAtLevel=1` },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  const kill = (): void => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      process.kill(-child.pid, 'SIGKILL');
  };
  // Kills Keycloak if a test process exits without calling close().
  process.once('exit', kill);
  const base = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };

  const call = async (method: string, path: string, body?: unknown, token?: string): Promise<unknown> => {
    const xml = typeof body === 'string';
    const answer = await fetch(`${base}${path}`, {
      method,
      body: body instanceof URLSearchParams || xml ? body : JSON.stringify(body),
      headers: {
        ...(body instanceof URLSearchParams ? {} : { 'content-type': xml ? 'application/xml' : 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Keycloak answered ${answer.status} to ${method} ${path}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const admin = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const login = { client_id: 'admin-cli', grant_type: 'password', username: 'admin', password: 'admin' };
    const path_of_token = '/realms/master/protocol/openid-connect/token';
    const { access_token } = (await call('POST', path_of_token, new URLSearchParams(login))) as {
      access_token: string;
    };
    return call(method, `/admin/realms${path}`, body, access_token);
  };

  const realm = realm_url.split('/').at(-1) ?? '';
  const app: RegisteredClient = {
    client_id: 'postern',
    secret: `s+${randomBytes(9).toString('hex')}/%:&= x`,
    redirect_uri,
  };
  try {
    await waitForResponse(`${base}/realms/master`, () => child.exitCode !== null);
    await admin('POST', '', {
      realm,
      enabled: true,
      clients: [
        {
          clientId: app.client_id,
          secret: app.secret,
          redirectUris: [redirect_uri],
          publicClient: false,
          attributes: { 'pkce.code.challenge.method': 'S256' },
        },
      ],
    });
  } catch (error) {
    await close();
    throw error;
  }

  return {
    app,
    close,
    async add({ login, email, verified, given, family }, password) {
      await admin('POST', `/${realm}/users`, {
        username: login,
        email,
        emailVerified: verified,
        firstName: given,
        lastName: family,
        enabled: true,
        credentials: [{ type: 'password', value: password, temporary: false }],
      });
    },
    async rotate() {
      const path = `/${realm}/components`;
      const all = (await admin('GET', `${path}?type=org.keycloak.keys.KeyProvider`)) as Record<string, string>[];
      const { id, parentId, name } = all.find(({ providerId }) => providerId === 'rsa-generated') ?? {};
      const component = { providerId: 'rsa-generated', providerType: 'org.keycloak.keys.KeyProvider', parentId };
      await admin('POST', path, { ...component, name: `${name}-new`, config: { priority: ['200'] } });
      await admin('DELETE', `${path}/${id}`);
    },
    async addService(metadata) {
      const described = (await admin('POST', `/${realm}/client-description-converter`, metadata)) as SamlClient;
      const mapper = (name: string, attribute: string) => ({
        name,
        protocol: 'saml',
        protocolMapper: 'saml-user-property-mapper',
        config: { 'user.attribute': attribute, 'attribute.name': name, 'attribute.nameformat': 'Basic' },
      });
      const protocolMappers = [mapper('mail', 'email'), mapper('firstName', 'firstName')];
      await admin('POST', `/${realm}/clients`, { ...described, protocolMappers });
      const query = new URLSearchParams({ clientId: described.clientId });
      const [client] = (await admin('GET', `/${realm}/clients?${query}`)) as [SamlClient];
      return async (attributes) => {
        client.attributes = { ...client.attributes, ...attributes };
        await admin('PUT', `/${realm}/clients/${client.id}`, client);
      };
    },
    async endSessions(login) {
      const [user] = (await admin('GET', `/${realm}/users?username=${login}&exact=true`)) as [{ id: string }];
      await admin('POST', `/${realm}/users/${user.id}/logout`);
    },
    answer(message, response) {
      const headers = { ...message.headers, 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' };
      const { method, url: path } = message;
      const passed = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      message.pipe(passed);
    },
  };
}

/** Unpacks Keycloak. The archive stays in Maven's local repository. */
function unpackKeycloak(folder: string): string {
  const path = join('org', 'keycloak', 'keycloak-quarkus-dist', VERSION, `keycloak-quarkus-dist-${VERSION}.zip`);
  const archive = join(homedir(), '.m2', 'repository', path);
  const get = ['-q', '-B', 'dependency:get', `-Dartifact=${ARTIFACT}`, '-Dtransitive=false'];
  if (!existsSync(archive)) spawnSync('mvn', get, { stdio: 'ignore' });
  if (existsSync(archive)) spawnSync('unzip', ['-q', archive, '-d', folder]);
  return join(folder, `keycloak-${VERSION}`);
}

async function waitForResponse(url: string, gone: () => boolean): Promise<void> {
  for (let look = 0; look < LOOKS && !gone(); look += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await sleep(500);
  }
  throw new Error('Keycloak does not answer');
}
