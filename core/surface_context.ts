// Arguments of every admin function. Admin.call() (cli/admin/admin_functions.ts) replaces the undefined values.

export const READ_FUNCTION_ARGUMENTS = { claims: undefined, settings: undefined } as const;
/** Arguments of admin functions that change data. */
export const WRITE_FUNCTION_ARGUMENTS = { ...READ_FUNCTION_ARGUMENTS, client: undefined } as const;
