// A tour of the packed library, as source text: the same steps in every runtime.

/** The expected report of every runtime. */
export const expected = {
  list: [{ id: 'w' }],
  fn: true,
  notFound: ['PlatformNotFoundError', 404, 'gone'],
  invalid: 'InvalidRequestError',
  upload: { bytes: 5, type: 'application/octet-stream', authorization: 'Bearer t' },
  download: 'artifact bytes',
  lines: ['a', 'b'],
  timeout: 'RequestTimeoutError',
  lost: 'ConnectionError',
};

/** Returns the module text; `base` is an expression for the server's URL, `report` receives the results. */
export function tour(base: string, report: string): string {
  return `
import { Platform, PlatformCore, PlatformNotFoundError, ConnectionError } from '@postern/platform';
import { webhooksGetWebhooks } from '@postern/platform/funcs/webhooksGetWebhooks.js';
const serverURL = ${base};
const options = { serverURL, bearerToken: async () => 't', responseValidation: 'off' };
const platform = new Platform(options);
const failure = (call) => call.then(() => undefined, (error) => error);
const found = {};
found.list = await platform.webhooks.getWebhooks({ projectId: 'p' });
found.fn = (await webhooksGetWebhooks(new PlatformCore(options))).ok;
const gone = await failure(platform.webhooks.getWebhook({ id: 'gone' }));
found.notFound = [gone.name, gone.statusCode, gone.error?.code];
if (!(gone instanceof PlatformNotFoundError)) throw new Error('wrong class');
found.invalid = (await failure(platform.webhooks.getWebhook({ id: '..' }))).name;
found.upload = await platform.artifacts.uploadArtifact({ hash: 'h', contentLength: 5, requestBody: new Blob(['bytes']) });
found.download = await new Response(await platform.artifacts.downloadArtifact({ hash: 'h' })).text();
found.lines = [];
for await (const { message } of await platform.logs.getRuntimeLogs({ projectId: 'p', deploymentId: 'd' })) found.lines.push(message);
found.timeout = (await failure(platform.user.getAuthUser({ timeoutMs: 100 }))).name;
const dead = new Platform({ ...options, serverURL: 'http://127.0.0.1:9' });
const lost = await failure(dead.webhooks.getWebhooks());
found.lost = lost.name;
if (!(lost instanceof ConnectionError)) throw lost;
${report}
`;
}
