// What a call of a function of the admin API is given beside its own arguments; who calls fills it in.

export const CONTEXT = { claims: undefined, settings: undefined } as const;
/** Of a function that changes something. */
export const CHANGING = { ...CONTEXT, client: undefined } as const;
