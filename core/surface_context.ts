// Arguments of every admin function. `undefined` marks arguments that the caller's connection supplies.

export const READING_ARGUMENTS = { claims: undefined, settings: undefined } as const;
/** Arguments of admin functions that change data. */
export const CHANGING_ARGUMENTS = { ...READING_ARGUMENTS, client: undefined } as const;
