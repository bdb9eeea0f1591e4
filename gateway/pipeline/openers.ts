// Opens the sealed tokens of a request, so that SQL sees ids and counters and a forged token costs no query.

import type { KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { refuse } from '../http/errors.ts';
import type { OpenerName } from '../routes/row.ts';
import type { HttpRequest } from '../server/types.ts';
import { oldTokenDigest } from './old_token.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Asks the row's first function, where it has two; a refusal is thrown. */
export type Take = () => Promise<Fields>;

/** What an opener makes of the request's members; a refusal is thrown. */
export type Opener = (
  fields: { body: Fields; query: Fields },
  request: HttpRequest,
  take: Take,
) => Fields | Promise<Fields>;

/** A link as verify_token and follow_link take it: id null for one that we did not make. */
export interface OpenedLink {
  id: string | null;
  pkce: boolean;
  /** Of a link that supabase/auth may have made: the ids that an import gives to the row of one. */
  old?: string[];
}

const PKCE_PREFIX = 'pkce_';

export function openLink(ring: KeyRing, text: string): OpenedLink {
  const pkce = text.startsWith(PKCE_PREFIX);
  const link = pkce ? text.slice(PKCE_PREFIX.length) : text;
  const id = ring.openLink(link);
  const old = id === null ? ring.oldLinkIds(link) : [];
  return { id, pkce, ...(old.length > 0 ? { old } : {}) };
}

export function createOpeners(o: {
  ring: KeyRing;
  id_token: Opener;
  web3: Opener;
  settings: Pick<Settings, 'hook_password_verification_attempt_enabled'>;
}): Record<OpenerName, Opener> {
  const { ring, id_token, web3, settings } = o;
  return {
    id_token,
    web3,

    password: settings.hook_password_verification_attempt_enabled ? (_fields, _request, take) => take() : () => ({}),

    refresh_token({ body }) {
      const opened = ring.openRefresh(text(body.refresh_token));
      if (opened.ok) return { ...opened };
      const old_token = oldTokenDigest(text(body.refresh_token));
      if (old_token !== null) return { old_token };
      throw refuse(opened.reason === 'malformed' ? 'refresh_token_malformed' : 'refresh_token_not_found');
    },

    verify_body({ body }) {
      const token = text(body.token);
      const hash = text(body.token_hash);
      // Some clients send {type, token} without an address: token is then the link's.
      if (token && !hash && !body.email && !body.phone) {
        return { code: null, link: openLink(ring, token), redirect_to: null, needs_password: true };
      }
      return {
        code: token || null,
        link: hash ? openLink(ring, hash) : null,
        redirect_to: body.redirect_to ?? null,
        needs_password: false,
      };
    },

    verify_link: ({ query }) => ({ link: openLink(ring, text(query.token)) }),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
