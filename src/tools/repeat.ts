/**
 * Runs `work` again and again, each time some milliseconds after it has ended; returns how to stop
 * that. It does not keep the process alive. `work` must not fail.
 */
export function repeat(work: () => Promise<unknown>, everyMs: number): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const again = () => {
    timer = setTimeout(() => work().then(() => stopped || again()), everyMs);
    timer.unref();
  };
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
