import { useEffect, useState } from 'preact/hooks';

const checkEveryMs = 60_000;

/** Now, renewed each minute: a report that stays open over night is printed with the right date. */
export function useToday(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), checkEveryMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
