// A fault that is a sentence for the person at the terminal: main prints it without a stack and exits with 1.

export class Sentence extends Error {}
