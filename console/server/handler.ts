// The request handler of the console: files, sign-in, and calls of the admin API.
import type { Finding } from '../../core/doctor/finding.ts';
import { BODY_LIMIT, parseJsonObject } from '../../gateway/http/body.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../../gateway/server/types.ts';
import type { ConsoleSignIn, SignedInBrowser } from './access.ts';
import { type ConsoleFile, createFiles, isFileName, SECURITY_HEADERS } from './files.ts';
import type { Forward } from './forward.ts';
import { respondWithMailFrame } from './frame.ts';
import { FRAME_PATH, type Guard } from './guard.ts';
import { errorResponse, jsonResponse, UnavailableError, withCookie } from './responses.ts';

/** Result of `postern doctor`. */
export interface DoctorResult {
  findings: readonly Finding[];
  notes: readonly string[];
  /** Number of checks. */
  checks: number;
}

/** Runs `postern doctor` as the role that migrates. Resolves to a sentence if the database cannot be inspected. */
export type RunDoctor = () => Promise<DoctorResult | string>;

export interface HandlerOptions {
  guard: Guard;
  access: ConsoleSignIn;
  forward: Forward;
  /** Returns a path of the console with a one-time code. Present only in the embedded start. */
  link?: () => string;
  /** Present only in `postern console`, if it has a URL of the role that migrates. */
  doctor?: RunDoctor;
  /** Values that the page frame shows to a signed-in user. */
  about: { version: string; database: string };
}

/** Documented routes outside of /admin that the console's pages may call. */
const OTHER_CALLS: ReadonlySet<string> = new Set(['POST /recover', 'POST /resend', 'POST /invite']);

export function createHandler(o: HandlerOptions): HttpHandler {
  const files = createFiles();
  const { access } = o;
  const about = { ...o.about, doctor: o.doctor !== undefined };
  const runDoctor = o.doctor === undefined ? undefined : shareRuns(o.doctor);

  const respond = async (
    request: HttpRequest,
    answer: (token: string) => HttpResponse | Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    const entry = await access.enter(request);
    if (entry === null) return sessionEndedResponse();
    const response = rejectFormerAccount(request, entry) ?? (await answer(entry.token));
    return 'Set-Cookie' in response.headers ? response : withCookie(response, entry.cookie);
  };

  const doctor = async (run: RunDoctor): Promise<HttpResponse> => {
    const result = await run();
    return typeof result === 'string'
      ? errorResponse(503, 'doctor_not_run', result)
      : jsonResponse(200, { ...result, at: new Date().toISOString() });
  };

  /** Keeps the cookie if the session cannot be revoked: the user has to know, and needs the cookie to try again. */
  const signOut = async (request: HttpRequest): Promise<HttpResponse> => {
    try {
      const entry = await access.enter(request);
      const refused = entry && rejectFormerAccount(request, entry);
      if (refused) return withCookie(refused, entry.cookie);
      return jsonResponse(200, {}, { 'Set-Cookie': await access.signOut(request) });
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      return errorResponse(
        503,
        'not_signed_out',
        'You are still signed in: the session could not be ended. Try again.',
      );
    }
  };

  const own = async (request: HttpRequest): Promise<HttpResponse> => {
    const { method, path } = request;
    if (path === '/console/session' && method === 'GET') {
      const entry = await access.enter(request);
      const shown = { ...(entry ? about : {}), by: access.by, signed_in: entry !== null };
      return withCookie(jsonResponse(200, shown), entry?.cookie);
    }
    if (path === '/console/session' && method === 'DELETE') return signOut(request);
    if (path === FRAME_PATH && method === 'POST') return respond(request, () => respondWithMailFrame(request));
    if (path === '/console/doctor' && method === 'GET' && runDoctor) return respond(request, () => doctor(runDoctor));
    if (path.startsWith('/console/sign-in') && method === 'POST') {
      const answer = await access.signIn(path.slice('/console/sign-in'.length), request);
      if (answer !== null) return answer;
    }
    return errorResponse(404, 'not_found', 'The console has no such path.');
  };

  /** Forwards a call. Signs the browser out if the database has ended its session or taken away its access. */
  const forward = async (request: HttpRequest, token: string): Promise<HttpResponse> => {
    const answer = await o.forward(request, token, { needs_no_captcha: true });
    const reason = access.by === 'account' ? readSessionEnd(answer) : null;
    return reason === null ? answer : withCookie(sessionEndedResponse(`${reason}. `), await access.signOut(request));
  };

  const call = async (request: HttpRequest): Promise<HttpResponse> => {
    const refused = await rejectReservedCall(request);
    return refused ?? respond(request, (token) => forward(request, token));
  };

  const handle: HttpHandler = async (request) => {
    const { method, path } = request;
    const refused = o.guard(request);
    if (refused !== null) return errorResponse(403, 'not_the_console', refused);
    if (path.startsWith('/console/')) return own(request);
    if (path.startsWith('/admin/') || OTHER_CALLS.has(`${method} ${path}`)) return call(request);
    if (method !== 'GET' && method !== 'HEAD') return errorResponse(404, 'not_found', 'The console has no such path.');
    if (path === '/open' && o.link !== undefined)
      return {
        status: 303,
        headers: { ...SECURITY_HEADERS, 'Cache-Control': 'no-store', Location: o.link() },
        body: null,
      };
    // Every other path is a page unless it has a file extension. Names of SQL functions contain a dot but no such
    // extension.
    const file = files.find(path) ?? (isFileName(path) ? null : files.find('/index.html'));
    return file === null
      ? errorResponse(404, 'not_found', 'There is no such file.')
      : fileResponse(await file, request);
  };

  return async (request) => {
    try {
      return await handle(request);
    } catch (error) {
      if (error instanceof UnavailableError) return error.answer;
      throw error;
    }
  };
}

const sessionEndedResponse = (reason = ''): HttpResponse =>
  errorResponse(401, 'console_session_expired', `${reason}Sign in to the console again.`);

/** Codes of a 403 response of the gateway after which a request of the same session cannot succeed. */
const SESSION_ENDS: ReadonlySet<unknown> = new Set([
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'not_admin',
  'insufficient_aal',
]);

/** Returns the message of a response that says that the session has no more access; null for other responses. */
function readSessionEnd({ status, body }: HttpResponse): string | null {
  if (status !== 403 || body === null) return null;
  const { error_code, msg } = JSON.parse(body.toString()) as { error_code?: unknown; msg?: unknown };
  return SESSION_ENDS.has(error_code) ? String(msg) : null;
}

/**
 * Rejects the request of a page that shows another account than that of the cookie. A page names its account in
 * X-Account, because another tab may have signed in as another account since the page was loaded.
 */
function rejectFormerAccount(request: HttpRequest, { user_id }: SignedInBrowser): HttpResponse | null {
  return user_id === undefined || (request.header('x-account') ?? user_id) === user_id
    ? null
    : errorResponse(409, 'console_account_changed', 'Another account has signed in in this browser.');
}

/** Returns a function whose concurrent callers share a run. */
function shareRuns(run: RunDoctor): RunDoctor {
  let running: ReturnType<RunDoctor> | null = null;
  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}

/**
 * Rejects calls that are reserved for the API and the command line, because a stolen browser session must not create
 * a link or password that outlives it. Also rejects all paths with `%`, `/.` or `//`. A body that cannot be read is
 * forwarded, because the gateway reads it with the same limit and parser and responds with its own error.
 */
async function rejectReservedCall(request: HttpRequest): Promise<HttpResponse | null> {
  if (/^\/admin\/generate_link\/?$/.test(request.path))
    return errorResponse(403, 'not_in_console', 'Links are made by the API and the command line only.');
  if (/%|\/\.|\/\//.test(request.path)) return errorResponse(400, 'bad_path', 'The path is not written as documented.');
  if (!/^\/admin\/users(\/|$)/.test(request.path) || (request.method !== 'POST' && request.method !== 'PUT'))
    return null;
  const body = await request
    .body(BODY_LIMIT)
    .then(parseJsonObject)
    .catch(() => ({}));
  return 'password' in body || 'password_hash' in body
    ? errorResponse(403, 'not_in_console', 'Passwords are set by the API and the command line only.')
    : null;
}

function fileResponse(file: ConsoleFile, request: HttpRequest): HttpResponse {
  const headers = { ...file.headers, ETag: file.etag, Vary: 'Accept-Encoding' };
  if (request.header('if-none-match') === file.etag) return { status: 304, headers, body: null };
  const accepts = /\bbr\b/.test(request.header('accept-encoding') ?? '');
  if (accepts && file.brotli !== null)
    return { status: 200, headers: { ...headers, 'Content-Encoding': 'br' }, body: file.brotli };
  return { status: 200, headers, body: file.body };
}
