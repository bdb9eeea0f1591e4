// Values of libpq's target_session_attrs, which selects the acceptable servers of a list.

export const SESSION_ATTRIBUTES = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type SessionAttributes = (typeof SESSION_ATTRIBUTES)[number];
