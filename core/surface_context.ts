// Arguments of every admin function. `undefined` marks arguments that the caller's connection supplies.

export const CONTEXT = { claims: undefined, settings: undefined } as const;
/** Arguments of admin functions that change data. */
export const CHANGING = { ...CONTEXT, client: undefined } as const;
