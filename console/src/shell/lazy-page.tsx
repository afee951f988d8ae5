import type { ComponentType } from 'preact';
import { KtimaApiError } from '../../../client/src/client.ts';
import { useLocale } from '../language/language.tsx';
import { Failure } from '../requests/failure.tsx';
import { Loading } from '../requests/loading.tsx';
import { useRequest } from '../requests/use-request.ts';

/** A page whose code is loaded when it is opened first, so that it does not delay the start. */
export function LazyPage<Props extends object>({
  load,
  ...props
}: { load(): Promise<ComponentType<Props>> } & Props) {
  const { words } = useLocale();
  const [page, retry] = useRequest('page', () =>
    load().catch(() => {
      throw new KtimaApiError('a part of the console was not loaded', { reason: 'network' });
    }),
  );
  if (page.state === 'answered') {
    const Page = page.answer;
    return <Page {...(props as unknown as Props)} />;
  }
  return (
    <main class="start" id="content" tabIndex={-1}>
      <h1 class="visually-hidden">{words.title}</h1>
      {page.state === 'failed' ? (
        <Failure failure={page.failure} onRetry={retry} />
      ) : (
        <Loading lines={8} />
      )}
    </main>
  );
}
