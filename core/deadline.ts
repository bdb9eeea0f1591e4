// Deadline of work that cannot be stopped.

/**
 * Returns the result of `running`. Rejects with the error of `onDeadline` if there is no result after `deadline_ms`
 * milliseconds. The work itself continues.
 */
export function rejectAtDeadline<T>(running: Promise<T>, deadline_ms: number, onDeadline: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(onDeadline()), deadline_ms);
    running.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
