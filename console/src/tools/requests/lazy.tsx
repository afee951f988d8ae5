import type { ComponentType } from 'preact';
import { KtimaApiError } from '../../../../client/src/client.ts';
import { useLocale } from '../language/language.ts';
import { Answered } from './answered.tsx';
import { useRequest } from './use-request.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** What was loaded before is shown at once. */
const loaded = new WeakMap<object, unknown>();

/** Loads a part of the console. Before it is needed, so that it opens without the network too. */
export async function load<Props>(part: Load<Props>): Promise<ComponentType<Props>> {
  const Part = await part().catch(() => {
    throw new KtimaApiError('a part of the console was not loaded', { reason: 'network' });
  });
  loaded.set(part, Part);
  return Part;
}

/** `part` loads the component; `isPage`: it is the whole content of the page. */
type LazyProps<Props> = { readonly part: Load<Props>; readonly isPage?: boolean } & Props;

/** A part whose code is loaded when it is opened first, so that it does not delay the start. */
export function Lazy<Props extends object>({ part, isPage = false, ...props }: LazyProps<Props>) {
  const { words } = useLocale();
  const before = loaded.get(part) as ComponentType<Props> | undefined;
  const [request, retry] = useRequest(before ? undefined : 'part', () => load(part));
  const Part = before ?? (request.state === 'answered' ? request.answer : undefined);
  if (Part) return <Part {...(props as unknown as Props)} />;
  const shown = <Answered request={request} onRetry={retry} />;
  if (!isPage) return shown;
  return (
    <main class="start" id="content" tabIndex={-1}>
      <h1 class="visually-hidden">{words.title}</h1>
      {shown}
    </main>
  );
}
