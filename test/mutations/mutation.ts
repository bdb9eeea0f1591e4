// A change that breaks one behaviour, and the test that must detect it.

export interface Mutation {
  group: string;
  /** The broken behaviour, in words. */
  breaks: string;
  file: string;
  /** Text that occurs exactly once in the file. */
  from: string;
  to: string;
  test: string;
  /** Start of the title of the test that must fail. */
  fails: string;
}
