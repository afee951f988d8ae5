import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newHome, startKtima } from '../commands/ktima.ts';
import { startLocalServer } from '../local-server.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

/** As much of a span in OTLP's JSON as we look at. */
interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly attributes: Attribute[];
  readonly status: { readonly code: number };
}

interface Traces {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: Attribute[] };
    readonly scopeSpans: { readonly scope: { readonly name: string }; readonly spans: Span[] }[];
  }[];
}

const plain = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );

/** A collector: keeps the bodies that come to `/v1/traces`. */
async function openCollector(t: TestContext) {
  const bodies: string[] = [];
  const { url: address } = await startLocalServer(t, async (request, response) => {
    assert.equal(request.url, '/v1/traces');
    bodies.push(await text(request));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  return { address, bodies };
}

const spansOf = (bodies: readonly string[]) =>
  bodies
    .flatMap(body => (JSON.parse(body) as Traces).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ scope, spans }) => spans.map(span => ({ scope: scope.name, ...span })));

const wrongLogin = (auth: string) =>
  fetch(`${auth}/auth/otp/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'secret-name', password: 'secret-password' }),
  });

test('each request is a span of its route that continues the caller’s trace and contains no secrets', async t => {
  const home = newHome();
  t.after(home.remove);
  const collector = await openCollector(t);
  const service = await startKtima(
    { ...home.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_SERVICE_NAME: 'our-ktima' },
    '--demo',
  );
  t.after(service.stop);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const answer = await fetch(
    `${service.api}/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=85`,
    {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, authorization: 'Bearer secret' },
    },
  );
  assert.equal(answer.status, 200);
  assert.equal((await wrongLogin(service.auth)).status, 401);
  await fetch(`${service.api}/secret-path?secret-query`, { headers: { traceparent: 'nonsense' } });
  const unsampled = { traceparent: `00-${traceId.replace('0', '1')}-b7ad6b7169203331-00` };
  await fetch(`${service.api}/healthz`, { headers: unsampled });
  assert.equal(await service.stop(), 0, 'the last spans are sent before it ends');

  const [first] = collector.bodies.map(body => JSON.parse(body) as Traces);
  const about = plain(first!.resourceSpans[0]!.resource.attributes);
  assert.equal(about['service.name'], 'our-ktima');
  assert.equal(about['service.version'], '1.0.0');

  // Without the reads of the API from the authentication service.
  const isOwnRead = /^GET \/(.well-known\/jwks.json|auth\/ended-sessions)$/;
  const spans = spansOf(collector.bodies).filter(({ name }) => !isOwnRead.test(name));
  assert.equal(spans.length, 3, 'the one whose caller said not to sample is left out');
  const cost = spans.find(({ name }) => name === 'GET /api/reconstruction-cost/')!;
  assert.equal(cost.scope, 'ktima-api');
  assert.equal(cost.kind, 2, 'that of a server');
  assert.equal(cost.traceId, traceId);
  assert.equal(cost.parentSpanId, 'b7ad6b7169203331');
  assert.deepEqual(plain(cost.attributes), {
    'http.request.method': 'GET',
    'http.route': '/api/reconstruction-cost/',
    'http.response.status_code': 200,
    'ktima.request_id': answer.headers.get('x-request-id'),
  });
  const login = spans.find(({ name }) => name === 'POST /auth/otp/login')!;
  assert.equal(login.scope, 'ktima-auth');
  assert.equal(plain(login.attributes)['http.response.status_code'], 401);
  const lost = spans.find(({ name }) => name === 'GET')!;
  assert.equal(lost.parentSpanId || undefined, undefined);
  assert.equal(plain(lost.attributes)['http.response.status_code'], 404);
  assert.doesNotMatch(collector.bodies.join(), /secret|10563|127\.0\.0\.1|Bearer/);
});

test('OTEL_TRACES_SAMPLER decides how many are sent', async t => {
  const home = newHome();
  t.after(home.remove);
  const collector = await openCollector(t);
  const env = {
    ...home.env,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.address}/v1/traces`,
    OTEL_TRACES_SAMPLER: 'always_off',
  };
  const service = await startKtima(env, 'auth');
  t.after(service.stop);
  await wrongLogin(service.auth);
  assert.equal(await service.stop(), 0);
  assert.deepEqual(collector.bodies, []);
});

test('without the settings there are neither metrics nor traces, and neither is loaded', async t => {
  const home = newHome();
  t.after(home.remove);
  const env = { ...home.env, NODE_OPTIONS: '--import=./test/telemetry/print-loaded-modules.ts' };
  const plain = await startKtima(env, 'auth');
  t.after(plain.stop);
  assert.equal(plain.metrics, '');
  assert.equal((await fetch(`${plain.auth}/metrics`)).status, 404);
  await plain.stop();
  assert.match(plain.log(), /loaded .*fastify/);
  assert.doesNotMatch(plain.log(), /prom-client|opentelemetry|src\/telemetry\//);
});

test('a collector that hangs or is down delays neither responses nor the shutdown', async t => {
  const home = newHome();
  t.after(home.remove);
  const { url: hanging } = await startLocalServer(t, () => {});
  for (const endpoint of [hanging, 'http://127.0.0.1:9']) {
    const env = {
      ...home.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      OTEL_BSP_SCHEDULE_DELAY: '20',
      // Full at once: what is too much is dropped.
      OTEL_BSP_MAX_QUEUE_SIZE: '10',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '5',
    };
    const service = await startKtima(env, 'auth');
    t.after(service.stop);
    const start = performance.now();
    for (let i = 0; i < 200; i++) {
      assert.equal((await fetch(`${service.auth}/healthz`)).status, 200);
    }
    assert.ok(performance.now() - start < 30_000);
    for (let i = 0; i < 1_200 && !service.log().includes('spans cannot'); i++) await sleep(50);
    assert.equal(await service.stop(), 0, 'before the deadline');
    assert.equal(service.log().match(/spans cannot be sent/g)!.length, 1, 'said once');
  }
});
