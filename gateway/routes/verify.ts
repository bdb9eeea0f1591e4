// Routes that consume links and codes.
import { steps } from '../pipeline/step.ts';
import { unsealProof, verifyWithSmsGateway } from '../steps/code.ts';
import { checkPasswordLeaks } from '../steps/leaked_password.ts';
import { limit } from '../steps/limit.ts';
import {
  onErrorRedirect,
  redirectToApp,
  refuseInvalidLink,
  respondWithConfirmPage,
  unsealMailedLink,
} from '../steps/links.ts';
import { readBody } from '../steps/read_body.ts';
import { respond } from '../steps/reply.ts';
import { sql } from '../steps/sql.ts';
import type { RouteRow } from './row.ts';

interface HasCode {
  readonly body: { readonly phone: string | null };
  readonly proof: { readonly code: string | null };
}

const PROOF = {
  type: 'body.type',
  email: 'body.email',
  phone: 'body.phone',
  code: 'proof.code',
  link: 'proof.link',
  redirect_to: 'proof.redirect_to',
  settings: 'settings',
} as const;

export const VERIFY_ROUTES = [
  {
    method: 'POST',
    path: '/verify',
    tag: 'account',
    summary: 'Consume a code or link',
    auth: 'none',
    even: 'errors',
    required: ['type', ['token', 'token_hash']],
    answer: 'verified',
    steps: steps(
      limit('verify'),
      readBody({
        type: 'string',
        token: 'string',
        token_hash: 'string',
        email: 'string',
        phone: 'string',
        redirect_to: 'string',
        password: 'string',
      }),
      checkPasswordLeaks,
      unsealProof,
      verifyWithSmsGateway({ function: 'count_phone_code_attempt', args: PROOF }, ({ body, proof }: HasCode) =>
        body.phone ? proof.code : null,
      ),
      sql({
        function: 'verify_token',
        args: {
          ...PROOF,
          password: 'body.password',
          needs_password: 'proof.needs_password',
          code_keys: 'code_keys',
          audience: 'audience',
          client: 'client',
          gateway_verdict: 'gateway_verdict',
          leaked: 'leaked',
        },
        hashes: ['password'],
        confirms_user: true,
        // Links may share a statement. Codes may not, because a wrong code locks rows of several users.
        shared: { locks: [], unless: ['password', 'email', 'phone'] },
      }),
      respond('session'),
    ),
  },
  {
    method: 'GET',
    path: '/verify',
    tag: 'account',
    summary: 'Consume the link of a mail, or show its confirmation page',
    auth: 'none',
    query: { type: 'string', token: 'string' },
    required: ['type', 'token'],
    answer: 'redirect',
    steps: steps(
      limit('verify'),
      unsealMailedLink,
      onErrorRedirect,
      refuseInvalidLink,
      respondWithConfirmPage,
      sql({
        function: 'follow_link',
        args: { type: 'query.type', link: 'mail_link', settings: 'settings', client: 'client' },
        confirms_user: true,
      }),
      redirectToApp,
    ),
  },
] as const satisfies readonly RouteRow[];
