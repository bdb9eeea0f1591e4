// A mock of GitHub on loopback. Each code is valid once, for its client, redirect URI and PKCE verifier.
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'uvu';
import { shiftClock } from '../../support/database/clock.ts';
import { type Stack, startStack } from '../../support/processes/stack.ts';
import { type ReceivedRequest, startThirdParty, type ThirdPartyResponse } from '../../support/providers/third_party.ts';

export interface Person {
  id: number;
  login: string;
  name?: string;
  emails: { email: string; verified: boolean; primary: boolean }[];
}

type Reaction = ThirdPartyResponse | 'hang' | 'cut';

export interface GitHubMock {
  /** Settings of a gateway that uses the mock. */
  env: Record<string, string>;
  requests: ReceivedRequest[];
  /** Responses that override the regular response, by the end of the path. */
  faults: Map<string, () => Reaction | Promise<Reaction>>;
  /** Accepted client secrets. There are several during a rotation. */
  secrets: Set<string>;
  /** Consents to an authorization request. Returns path and query of the callback. */
  consent(location: string, person: Person): string;
  close(): Promise<void>;
}

export const REDIRECT_URI = 'http://localhost:9999/callback';
const CLIENT = { id: 'github-client', secret: 'github-CANARY-secret' };

let last = Number.parseInt(randomBytes(3).toString('hex'), 16);

export function newPerson(o: { email?: string; verified?: boolean } = {}): Person {
  last += 1;
  const email = o.email ?? `p${last}@example.com`;
  return {
    id: last,
    login: `p${last}`,
    name: `Person ${last}`,
    emails: [{ email, verified: o.verified ?? true, primary: true }],
  };
}

export async function startGitHubMock(): Promise<GitHubMock> {
  const party = await startThirdParty();
  const codes = new Map<string, { person: Person; challenge: string | null }>();
  const tokens = new Map<string, Person>();
  const faults: GitHubMock['faults'] = new Map();
  const secrets = new Set([CLIENT.secret]);

  const exchange = ({ form }: ReceivedRequest): ThirdPartyResponse => {
    const issued = codes.get(form.code ?? '');
    codes.delete(form.code ?? '');
    if (form.client_id !== CLIENT.id || !secrets.has(form.client_secret ?? ''))
      return { body: { error: 'incorrect_client_credentials' } };
    if (form.redirect_uri !== REDIRECT_URI) return { body: { error: 'redirect_uri_mismatch' } };
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    if (issued === undefined || issued.challenge !== challenge) return { body: { error: 'bad_verification_code' } };
    const token = `gho_CANARY${randomBytes(9).toString('hex')}`;
    tokens.set(token, issued.person);
    return {
      body: { access_token: token, token_type: 'bearer', scope: 'user:email', refresh_token: `ghr_CANARY${token}` },
    };
  };

  party.behaviour = async (request) => {
    const fault = [...faults].find(([end]) => request.path.endsWith(end));
    if (fault) return fault[1]();
    if (request.path === '/login/oauth/access_token') return exchange(request);
    const person = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (person === undefined) return { status: 401, body: { message: 'Bad credentials' } };
    const { emails, ...user } = person;
    return { body: request.path.endsWith('/emails') ? emails : { ...user, avatar_url: 'https://avatars.example/1' } };
  };

  return {
    env: {
      SVC_EXTERNAL_GITHUB_ENABLED: 'true',
      SVC_EXTERNAL_GITHUB_CLIENT_ID: CLIENT.id,
      SVC_EXTERNAL_GITHUB_SECRET: CLIENT.secret,
      SVC_EXTERNAL_GITHUB_REDIRECT_URI: REDIRECT_URI,
      SVC_EXTERNAL_GITHUB_URL: party.url,
    },
    requests: party.requests,
    faults,
    secrets,
    consent(location, person) {
      const { searchParams } = new URL(location);
      const code = randomBytes(12).toString('hex');
      codes.set(code, { person, challenge: searchParams.get('code_challenge') });
      return `/callback?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`;
    },
    close: party.close,
  };
}

/** Starts a stack with a GitHub mock for one test file. After each test, removes the mock's faults and resets the clock. */
export async function startServerWithGitHub(
  more: Record<string, string> = {},
): Promise<{ github: GitHubMock; stack: Stack }> {
  const github = await startGitHubMock();
  const stack = await startStack({ env: { ...github.env, ...more } });
  test.after(async () => {
    await stack.close();
    await github.close();
  });
  test.after.each(() => {
    github.faults.clear();
    return shiftClock(stack.db);
  });
  return { github, stack };
}
