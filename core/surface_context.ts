// Arguments that every call of an admin function takes. `undefined` marks those that the caller's connection supplies.

export const CONTEXT = { claims: undefined, settings: undefined } as const;
/** For functions that change data. */
export const CHANGING = { ...CONTEXT, client: undefined } as const;
