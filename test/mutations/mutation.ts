// A broken behaviour and the test that must notice.

export interface Mutation {
  group: string;
  /** What the change breaks, in words. */
  breaks: string;
  file: string;
  /** Stands in the file exactly once. */
  from: string;
  to: string;
  test: string;
  /** The beginning of the name of the test that must fail. */
  fails: string;
}
