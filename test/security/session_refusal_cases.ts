// One call for each error of a sign-in that a hook rejects, and of a refresh. refusals.test.ts runs the calls.
import type { Sql } from 'postgres';
import { api } from '../support/database/sql_api.ts';
import { type Caller, type RejectedCall, withSettings } from './refusal_cases.ts';

interface SessionCaseOptions {
  sql: () => Sql;
  person: () => Promise<Caller & { session: { user_id: string; session_id: string } }>;
  banned: (id: string) => Promise<unknown>;
}

export function sessionCases(o: SessionCaseOptions): Record<string, RejectedCall> {
  return {
    password_rejected: async () => {
      const { id, email } = await o.person();
      const hooks = { password_verification_attempt: { subject: `${id} f`, answer: { decision: 'reject' } } };
      return api(o.sql(), 'sign_in_with_password', { email, password: 'wrong', ...withSettings({ hooks }) });
    },
    refresh_token_not_found: async () => {
      const { session } = await o.person();
      return api(o.sql(), 'refresh_session', { ...session, session_id: session.user_id, counter: 0 });
    },
    refresh_token_already_used: async () => {
      const { session } = await o.person();
      for (const counter of [0, 1]) await api(o.sql(), 'refresh_session', { ...session, counter });
      return api(o.sql(), 'refresh_session', { ...session, counter: 0 });
    },
    banned_at_refresh: async () => {
      const { session, id } = await o.person();
      await o.banned(id);
      return api(o.sql(), 'refresh_session', { ...session, counter: 0 });
    },
    session_expired: async () => {
      const { session } = await o.person();
      await o.sql()`update auth.sessions set not_after = now() - interval '1 second' where id = ${session.session_id}`;
      return api(o.sql(), 'refresh_session', { ...session, counter: 0 });
    },
    session_expired_inactivity: async () => {
      const { session } = await o.person();
      await o.sql()`update auth.sessions set created_at = now() - interval '1 day' where id = ${session.session_id}`;
      return api(o.sql(), 'refresh_session', {
        ...session,
        counter: 0,
        ...withSettings({ sessions_inactivity_timeout: 60 }),
      });
    },
    session_expired_newer_login: async () => {
      const { session } = await o.person();
      await o.sql()`update auth.sessions set created_at = now() - interval '1 day' where id = ${session.session_id}`;
      await o.sql()`insert into auth.sessions (user_id, id, amr, created_at) values (${session.user_id}, gen_random_uuid(), '[]', now())`;
      return api(o.sql(), 'refresh_session', {
        ...session,
        counter: 0,
        ...withSettings({ sessions_single_per_user: true }),
      });
    },
  };
}
