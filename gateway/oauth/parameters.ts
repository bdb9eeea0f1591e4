// Reads the parameters of OAuth requests from a query, a form or a JSON object. RFC 6749 (3.1, 3.2) forbids repeated
// parameters. Only `resource` may be repeated (RFC 8707).
import { decodeQueryText } from '../http/query.ts';
import { isStorable } from '../http/storable.ts';

export interface OAuthParameters {
  /** Parameter values by name; null if absent or empty. If `fault` is set, invalid values may be null too. */
  readonly values: Readonly<Record<string, string | null>>;
  readonly resource: readonly string[];
  /** Description of an invalid parameter; null if all are valid. */
  readonly fault: string | null;
}

/** Maximum number of parameters in a request. */
const MOST_PARAMETERS = 100;
/** Maximum length of the values of these parameters in characters. LONGEST_OTHER applies to the other parameters. */
const LONGEST: Readonly<Record<string, number>> = {
  state: 4_096,
  scope: 1_000,
  nonce: 255,
  client_assertion: 8_192,
  id_token_hint: 16_384,
};
const LONGEST_OTHER = 2_048;
const MOST_RESOURCES = 20;

const isTooLong = (name: string, value: string): boolean => value.length > (LONGEST[name] ?? LONGEST_OTHER);

/** Parameters that are passed to the consent page unchanged. */
export const CONSENT_PARAMETERS = ['prompt', 'max_age', 'login_hint', 'ui_locales', 'display', 'acr_values'] as const;
/** Parameters of an authorization request. */
export const AUTHORIZE_PARAMETERS = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'nonce', 'request', 'request_uri'],
  ...['code_challenge', 'code_challenge_method', ...CONSENT_PARAMETERS],
] as const;

/** Reads the named parameters of a query or form. Invalid and repeated parameters are null. */
export function readParameters(text: string, names: readonly string[]): OAuthParameters {
  const values: Record<string, string | null> = Object.fromEntries(names.map((name) => [name, null]));
  const resource: string[] = [];
  const seen = new Set<string>();
  let fault: string | null = null;
  const blame = (what: string): void => {
    fault ??= what;
  };
  const pairs = text === '' ? [] : text.split('&', MOST_PARAMETERS + 1);
  if (pairs.length > MOST_PARAMETERS) blame(`more than ${MOST_PARAMETERS} parameters`);
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = decodeQueryText(at < 0 ? pair : pair.slice(0, at));
    const value = decodeQueryText(at < 0 ? '' : pair.slice(at + 1));
    const several = name === 'resource';
    if (name === null || (!several && !Object.hasOwn(values, name))) continue;
    if (!several && seen.has(name)) {
      values[name] = null;
      blame(`${name} must not be repeated`);
      continue;
    }
    seen.add(name);
    if (value === null || !isStorable(value)) blame(`${name} is not valid text`);
    else if (isTooLong(name, value)) blame(`${name} is too long`);
    else if (!several) values[name] = value === '' ? null : value;
    else if (value !== '') resource.push(value);
  }
  if (resource.length > MOST_RESOURCES) blame('too many resources');
  return { values, resource: resource.slice(0, MOST_RESOURCES), fault };
}

/** Reads the named parameters of a JSON object. Their values are texts; `resource` is a text or a list of texts. */
export function readJsonParameters(body: Readonly<Record<string, unknown>>, names: readonly string[]): OAuthParameters {
  const values: Record<string, string | null> = {};
  let fault: string | null = null;
  for (const name of names) {
    const value = body[name] ?? null;
    const fits = value === null || (typeof value === 'string' && isStorable(value));
    if (!fits) fault ??= `${name} is not valid text`;
    else if (value !== null && isTooLong(name, value)) fault ??= `${name} is too long`;
    values[name] = fits && value !== '' ? (value as string | null) : null;
  }
  const { resource = [] } = body;
  const list = typeof resource === 'string' ? [resource] : resource;
  const fits = Array.isArray(list) && list.every((one) => typeof one === 'string' && isStorable(one));
  if (!fits) fault ??= 'resource is not valid text';
  else if (list.some((one) => isTooLong('resource', one))) fault ??= 'resource is too long';
  else if (list.length > MOST_RESOURCES) fault ??= 'too many resources';
  return { values, resource: fits ? list.slice(0, MOST_RESOURCES) : [], fault };
}
