/** The exit code after Ctrl+C. */
const interrupted = 130;

/** Runs a piece of work. Ctrl+C meanwhile calls `onInterrupt` and ends the process. */
export async function interruptible<T>(
  onInterrupt: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const stop = () => {
    onInterrupt();
    process.exit(interrupted);
  };
  process.once('SIGINT', stop);
  try {
    return await work();
  } finally {
    process.off('SIGINT', stop);
  }
}
