// The generic SMS gateway. Settings define URL, method, headers, body, and which responses mean success.
import { isLoopback } from '../outgoing.ts';
import { escapeForContentType, escapeHeader, escapeUrl, fillTemplate, fixedParts } from './fill.ts';
import type { SmsGateway, SmsMessage, SmsRequest, SmsSettings } from './gateway.ts';
import { parseSuccessRule, unmetCondition } from './success.ts';

const JSON_TYPE = 'application/json';

export const HTTP: SmsGateway = {
  title: 'HTTP',
  channels: ['sms', 'whatsapp'],
  credentials: ['sms_http_url'],
  secrets: ({ sms_http_url, sms_http_body, sms_http_headers }) => [
    ...Object.values(parseHeaders(sms_http_headers)).flatMap((value) => [value, ...fixedParts(value)]),
    ...fixedParts(sms_http_url.replace(/^[^?]*/, '')),
    ...fixedParts(sms_http_body),
  ],
  request: buildSmsRequest,
  read(answer, { settings }) {
    const missed = unmetCondition(parseSuccessRule(settings.sms_http_success), answer);
    if (missed === null) return { sent: true, id: '' };
    return { sent: false, reason: `the SMS gateway answered ${missed}: ${answer.text}` };
  },
  plain_answers: true,
};

/** Returns the errors in the settings of the generic gateway. Each begins with the name of the setting. */
export function findHttpProblems(settings: SmsSettings): string[] {
  const sample: SmsMessage = {
    id: '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11',
    to: '491701234567',
    channel: 'sms',
    text: 'Your "code" is\n012345',
    code: '012345',
  };
  const attempt = (name: string, work: () => unknown): string[] => {
    try {
      work();
      return [];
    } catch (error) {
      return [`SVC_SMS_HTTP_${name}: ${error instanceof Error ? error.message : 'cannot be read'}`];
    }
  };
  return [
    ...attempt('URL', () => fillUrl(settings, sample)),
    ...attempt('HEADERS', () => fillHeaders(settings, sample)),
    ...attempt('BODY', () => fillBody(settings, sample)),
    ...attempt('SUCCESS', () => parseSuccessRule(settings.sms_http_success)),
  ];
}

function buildSmsRequest(message: SmsMessage, settings: SmsSettings): SmsRequest {
  const { sms_http_method: method } = settings;
  const headers = fillHeaders(settings, message);
  const url = fillUrl(settings, message);
  if (method === 'GET') return { method, url, headers };
  return { method, url, headers: { 'Content-Type': JSON_TYPE, ...headers }, body: fillBody(settings, message) };
}

function fillUrl({ sms_http_url: template }: SmsSettings, message: SmsMessage): string {
  const url = fillTemplate(template, message, escapeUrl);
  if (!URL.canParse(url)) throw new Error('must be an absolute URL');
  const parsed = new URL(url);
  // The values of a message must not determine the host to which it is sent.
  if (/^[^/]*\/\/[^/?#]*\{\{/.test(template)) throw new Error('variables may stand in the path and in the query alone');
  if (parsed.protocol !== 'https:' && !(parsed.protocol === 'http:' && isLoopback(parsed))) {
    throw new Error('must be https, or http on this machine');
  }
  if (parsed.username || parsed.password) throw new Error('must hold no login: use the header Authorization');
  return url;
}

function parseHeaders(text: string): Record<string, string> {
  if (text === '') return {};
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error('must be a JSON object');
  const entries = Object.entries(parsed);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) {
    throw new Error('must be a JSON object of texts');
  }
  return Object.fromEntries(entries);
}

/**
 * Returns the headers of a message. Normalizes the case of Content-Type, so that there is only one such header. Throws
 * if a name or value is invalid.
 */
function fillHeaders({ sms_http_headers: text }: SmsSettings, message: SmsMessage): Record<string, string> {
  const filled = Object.entries(parseHeaders(text)).map(([name, value]) => {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new Error('a name is none that a header can have');
    if (/[\r\n\0]/.test(value)) throw new Error('a value holds a line break');
    const known = name.toLowerCase() === 'content-type' ? 'Content-Type' : name;
    return [known, fillTemplate(value, message, escapeHeader)] as const;
  });
  return Object.fromEntries(filled);
}

function fillBody(settings: SmsSettings, message: SmsMessage): string {
  const type = fillHeaders(settings, message)['Content-Type'] ?? JSON_TYPE;
  const escaped = escapeForContentType(type);
  if (escaped === null) throw new Error('its Content-Type must be JSON, a form, XML or text/plain');
  const body = fillTemplate(settings.sms_http_body, message, escaped);
  if (escaped === escapeForContentType(JSON_TYPE) && !isJson(body)) throw new Error('is no JSON once it is filled in');
  return body;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
