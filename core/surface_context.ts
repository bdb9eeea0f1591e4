// Arguments of every admin function. Admin.call() (cli/admin/admin_functions.ts) replaces the undefined values.

export const READING_ARGUMENTS = { claims: undefined, settings: undefined } as const;
/** Arguments of admin functions that change data. */
export const CHANGING_ARGUMENTS = { ...READING_ARGUMENTS, client: undefined } as const;
