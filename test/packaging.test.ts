import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { parseAllDocuments } from 'yaml';
import { settingList } from '#app/settings/config.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import { ktima } from './commands/ktima.ts';
import { openTestService } from './service.ts';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: string[];
  readonly command?: string[];
  readonly env: { readonly name: string; readonly value: string }[];
  readonly ports?: { readonly containerPort: number }[];
  readonly volumeMounts: { readonly mountPath: string }[];
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string } };
}

/** As much of a Kubernetes object as we look at. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data: Record<string, string>;
  readonly stringData: Record<string, string>;
  readonly spec: {
    readonly selector: { readonly matchLabels?: Record<string, string> } & Record<string, unknown>;
    readonly ports: { readonly port: number }[];
    readonly podSelector: { readonly matchLabels: Record<string, string> };
    readonly ingress: { readonly from: object[]; readonly ports: { readonly port: unknown }[] }[];
    readonly rules: { readonly http: { readonly paths: { readonly backend: Backend }[] } }[];
    readonly scaleTargetRef: { readonly name: string };
    readonly template: PodTemplate;
    readonly jobTemplate: { readonly spec: { readonly template: PodTemplate } };
  };
}

interface PodTemplate {
  readonly metadata: {
    readonly labels: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  readonly spec: {
    readonly enableServiceLinks: boolean;
    readonly initContainers?: Container[];
    readonly containers: Container[];
    readonly securityContext: { readonly runAsNonRoot: boolean };
    readonly volumes: { readonly secret?: { readonly secretName: string } }[];
  };
}

interface Backend {
  readonly service: { readonly name: string };
}

/** As much of a service in compose.yaml as we look at. */
interface ComposeService {
  readonly image?: string;
  readonly command?: string[];
  readonly environment: Record<string, string>;
  readonly secrets?: string[];
  readonly ports?: string[];
  readonly read_only?: boolean;
  readonly depends_on?: Record<string, unknown>;
  readonly deploy?: { readonly resources: { readonly limits: { readonly memory: string } } };
}

function readYaml(file: string): unknown[] {
  return parseAllDocuments(readFileSync(file, 'utf8'), { merge: true, version: '1.2' }).map(
    document => {
      assert.deepEqual(document.errors, [], file);
      assert.deepEqual(document.warnings, [], file);
      return document.toJS();
    },
  );
}

const [compose] = readYaml('compose.yaml') as {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
}[];
const services = Object.entries(compose!.services);
const manifests = globSync('deploy/kubernetes/**/*.yaml', {
  exclude: ['**/kustomization.yaml', '**/replicas.yaml'],
}).flatMap(readYaml) as Manifest[];
const one = (kind: string, name: string) =>
  manifests.find(manifest => manifest.kind === kind && manifest.metadata.name === name)!;
const config = one('ConfigMap', 'ktima').data;
const pods = manifests.flatMap(({ kind, metadata, spec }) => {
  const template = spec?.template ?? spec?.jobTemplate?.spec.template;
  return template ? [{ name: `${kind} ${metadata.name}`, template }] : [];
});
/** The containers of Ktima in all pods, with their settings and the files of their secret. */
const containers = pods.flatMap(({ name: pod, template: { spec } }) =>
  [...(spec.initContainers ?? []), ...spec.containers]
    .filter(({ image }) => image === 'ktima')
    .map(container => {
      const { secretName = '' } = spec.volumes.find(({ secret }) => secret)!.secret!;
      const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      const files = Object.keys(one('Secret', secretName).stringData);
      return { ...container, pod, own, secretName, files };
    }),
);

test('settings in the image, in compose.yaml and for Kubernetes exist and have valid values', () => {
  const image = /^ENV (.*)$/m.exec(readFileSync('Dockerfile', 'utf8'))![1]!;
  const ours = services.flatMap(([, { environment }]) => Object.entries(environment ?? {}));
  const all = {
    compose: Object.fromEntries(ours),
    image: Object.fromEntries(image.split(' ').map(pair => pair.split('='))),
    kubernetes: Object.assign({}, config, ...containers.map(({ own }) => own)),
  };
  const secret = Object.entries<{ env: string; isSecret?: true }>(settingList)
    .filter(([, { isSecret }]) => isSecret)
    .map(([, { env }]) => `${env}_FILE`);
  for (const [where, environment] of Object.entries(all)) {
    // Compose puts the part after `:-` where nothing else is given; secrets are not here.
    const given = Object.entries<string>(environment)
      .filter(([name]) => !secret.includes(name))
      .map(([name, value]) => [name, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')]);
    assert.doesNotThrow(() => readSettings(Object.fromEntries(given)), where);
    assert.ok(where === 'image' || given.length >= 4);
  }
});

/** What is mounted beside the secrets of a service. */
const mountsOf: Record<string, string[]> = {
  'Job ktima-import': ['/app/var'],
  'CronJob ktima-import': ['/app/var'],
};

test('every secret file that a setting names is mounted', () => {
  for (const [name, { environment, secrets = [] }] of services) {
    const files = Object.values(environment ?? {}).filter(value => value.startsWith('/run/'));
    assert.deepEqual(
      files.map(file => file.replace('/run/secrets/', '')).filter(file => !secrets.includes(file)),
      [],
      name,
    );
    for (const secret of secrets) assert.ok(secret in compose!.secrets, secret);
  }
  for (const { pod, name, own, files, volumeMounts } of containers) {
    for (const [setting, file] of Object.entries(own).filter(([env]) => env.endsWith('_FILE'))) {
      assert.ok(files.includes(file.replace('/run/secrets/ktima/', '')), `${pod} ${setting}`);
    }
    const mounts = volumeMounts.map(({ mountPath }) => mountPath);
    const more = name === 'wait-for-tables' ? [] : (mountsOf[pod] ?? []);
    assert.deepEqual(mounts, ['/run/secrets/ktima', ...more, '/tmp'], pod);
  }
});

test('each service has the secrets of its own database only, with a role that only serves', () => {
  const secretsOf = (environment: Record<string, string>) =>
    Object.keys(environment)
      .filter(name => name.endsWith('_FILE'))
      .sort();
  const api = ['KTIMA_DATABASE_URL_FILE'];
  const auth = ['KTIMA_AUTH_DATABASE_URL_FILE', 'KTIMA_KEY_SECRET_FILE'];
  const files = {
    api: ['database-url'],
    auth: ['auth-database-url', 'key-secret'],
  };
  assert.deepEqual(secretsOf(config), []);
  for (const [service, settings] of [
    ['api', api],
    ['auth', auth],
  ] as const) {
    for (const name of [`${service}-1`, `${service}-2`]) {
      const { environment, secrets } = compose!.services[name]!;
      assert.deepEqual(secretsOf(environment), settings, name);
      assert.deepEqual(secrets, files[service], name);
    }
    const container = containers.find(
      ({ pod, name }) => pod === `Deployment ktima-${service}` && name === service,
    )!;
    assert.deepEqual(secretsOf(container.own), settings);
    assert.deepEqual(container.files, files[service]);
    const role = `ktima_${service}`;
    const command = ['migrate', service, '--serving-role', role];
    assert.deepEqual(compose!.services[`migrate-${service}`]!.command, command);
    const migration = containers.find(
      ({ pod, args }) => pod === 'Job ktima-migrate' && args![1] === service,
    )!;
    assert.deepEqual(migration.args, command);
    assert.equal(migration.secretName, 'ktima-owner');
    assert.match(
      one('Secret', `ktima-${service}`).stringData[files[service][0]!]!,
      new RegExp(`//${role}:`),
    );
  }
  assert.ok(one('Secret', 'ktima-owner').stringData['database-url']!.includes('//ktima:'));
});

test('only the named proxy is trusted, and the database has a network of its own', () => {
  const { networks, services: all } = compose as unknown as {
    networks: Record<string, object>;
    services: Record<string, { networks: Record<string, { ipv4_address?: string }> | string[] }>;
  };
  const nginx = (all.nginx!.networks as Record<string, { ipv4_address: string }>).web!.ipv4_address;
  for (const { environment } of Object.values(compose!.services)) {
    const { KTIMA_TRUST_PROXY: trusted = nginx } = environment ?? {};
    assert.equal(trusted, nginx);
  }
  assert.ok(config.KTIMA_TRUST_PROXY!.split(', ').every(address => isIP(address) !== 0));
  assert.deepEqual(all.db!.networks, ['data']);
  assert.deepEqual(networks.data, { internal: true });
  assert.ok(!('data' in all.nginx!.networks));

  const isAlwaysNamed = (name: string) =>
    one('NetworkPolicy', name).spec.ingress.every(
      ({ from, ports }) => from.length > 0 && ports.length > 0,
    );
  for (const name of ['ktima-api', 'ktima-auth']) {
    const { labels } = one('Deployment', name).spec.template.metadata;
    assert.deepEqual(one('NetworkPolicy', name).spec.podSelector.matchLabels, labels);
    assert.ok(isAlwaysNamed(name), name);
  }
  assert.ok(isAlwaysNamed('ktima-database'));
  assert.match(readFileSync('deploy/nginx.conf', 'utf8'), /X-Forwarded-For \$remote_addr;/);
});

/** The call of ktima in a script. */
const callIn = (script: string) => /bin\/ktima (\w+) ([\w$]+)/.exec(script)!.slice(1);

test('every command that a container runs is a command of ktima', async () => {
  const ours = services.flatMap(([, { command }]) => (command ? [command] : []));
  const theirs = containers.map(({ args, command = [] }) => args ?? callIn(command.join('\n')));
  const { stdout } = await ktima({ PATH: process.env.PATH! }, ['--help']);
  const known = ['api', 'auth', 'osm'];
  for (const [command, service] of [...ours, ...theirs]) {
    assert.match(stdout, new RegExp(`^ {2}${command} `, 'm'));
    assert.ok(service === undefined || known.includes(service), service);
  }
});

test('ports and probes are those of the services', async () => {
  const { api, auth } = await openTestService();
  const { apiPort, authPort } = readSettings({});
  const nginx = readFileSync('deploy/nginx.conf', 'utf8');
  const cases = [
    { name: 'api', server: api, port: apiPort },
    { name: 'auth', server: auth, port: authPort },
  ];
  for (const { name, server, port } of cases) {
    const [container] = one('Deployment', `ktima-${name}`).spec.template.spec.containers;
    assert.equal(container!.ports![0]!.containerPort, port);
    assert.equal(one('Service', `ktima-${name}`).spec.ports[0]!.port, port);
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;
    const paths = probes.map(probe => container![probe]!.httpGet.path);
    assert.deepEqual(paths, ['/healthz', '/readyz', '/healthz']);
    for (const path of paths) assert.equal((await server.inject(path)).statusCode, 200);
    assert.ok(nginx.includes(`listen ${port};`));
    for (const [, host, at] of nginx.matchAll(new RegExp(`server (${name}-\\d):(\\d+) `, 'g'))) {
      assert.ok(host! in compose!.services, host);
      assert.equal(Number(at), port);
    }
  }
  const settings = containers.flatMap(({ own }) => Object.entries(own));
  for (const [name, value] of settings.filter(([, text]) => /:\/\/ktima-/.test(text))) {
    const { hostname, port, pathname } = new URL(value);
    assert.equal(one('Service', hostname).spec.ports[0]!.port, Number(port), name);
    assert.equal((await auth.inject(pathname)).statusCode, 200, pathname);
  }
});

test('metrics are scraped on their own port, which no public route reaches', () => {
  const port = config.KTIMA_METRICS_PORT!;
  for (const name of ['api', 'auth']) {
    const { metadata, spec } = one('Deployment', `ktima-${name}`).spec.template;
    assert.equal(metadata.annotations!['prometheus.io/port'], port);
    assert.equal(spec.containers[0]!.ports![1]!.containerPort, Number(port));
    assert.equal(one('Service', `ktima-${name}`).spec.ports.length, 1);
    assert.equal(compose!.services[`${name}-1`]!.environment.KTIMA_METRICS_PORT, port);
  }
  const prometheus = readFileSync('deploy/prometheus/prometheus.yml', 'utf8');
  for (const [, at] of prometheus.matchAll(/"[\w.-]+:(\d+)"/g)) assert.equal(at, port);
  for (const published of services.flatMap(([, { ports = [] }]) => ports)) {
    assert.ok(!published.includes(port), published);
  }
  assert.ok(!readFileSync('deploy/nginx.conf', 'utf8').includes(port));
});

test('references between Kubernetes objects resolve', () => {
  for (const name of ['ktima-api', 'ktima-auth']) {
    const { labels } = one('Deployment', name).spec.template.metadata;
    assert.deepEqual(one('Deployment', name).spec.selector.matchLabels, labels);
    assert.deepEqual(one('PodDisruptionBudget', name).spec.selector.matchLabels, labels);
    assert.deepEqual(one('Service', name).spec.selector, labels);
  }
  const backends = one('Ingress', 'ktima').spec.rules.flatMap(({ http }) => http.paths);
  for (const { backend } of backends) assert.ok(one('Service', backend.service.name));
  for (const { spec } of manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')) {
    assert.ok(one('Deployment', spec.scaleTargetRef.name));
  }
  const kustomizations = globSync('deploy/kubernetes/*/kustomization.yaml');
  assert.equal(kustomizations.length, 4);
  for (const path of kustomizations) {
    const [{ bases = [], resources }] = readYaml(path) as [
      { bases?: string[]; resources: string[] },
    ];
    for (const file of [...bases, ...resources]) {
      assert.ok(existsSync(join(dirname(path), file)), `${path}: ${file}`);
    }
  }
});

test('a pod of a fresh install waits for its tables, and is not restarted while there are no data', () => {
  for (const service of ['api', 'auth']) {
    const { spec } = one('Deployment', `ktima-${service}`).spec.template;
    const [wait] = spec.initContainers!;
    assert.deepEqual(callIn(wait!.command!.join('\n')), ['check', service]);
    // With the settings of its database only: an API need not wait for authentication.
    const wanted = spec.containers[0]!.env.filter(({ name }) => name.endsWith('DATABASE_URL_FILE'));
    assert.deepEqual(wait!.env, wanted);
  }
});

test('what is in Kubernetes twice is the same', () => {
  const [first, weekly] = ['Job', 'CronJob'].map(
    kind => pods.find(({ name }) => name === `${kind} ktima-import`)!,
  );
  assert.deepEqual(first!.template, weekly!.template);
  const databases = ['deploy', 'deploy/kubernetes/small'].map(folder =>
    readFileSync(`${folder}/create-databases.sql`, 'utf8'),
  );
  assert.equal(databases[0], databases[1]);
  // test/commands/postgres-backup.test.ts runs it.
  const [backup] = one('CronJob', 'ktima-backup').spec.jobTemplate.spec.template.spec.containers;
  assert.equal(backup!.command!.at(-1), readFileSync('deploy/backup-postgres.sh', 'utf8'));
});

test('no container runs as root or writes to its image, and each has a limit', () => {
  for (const { template } of pods) {
    const { enableServiceLinks, securityContext, containers, initContainers = [] } = template.spec;
    // Else Kubernetes sets KTIMA_API_PORT=tcp://… for a service called ktima-api.
    assert.equal(enableServiceLinks, false);
    assert.equal(securityContext.runAsNonRoot, true);
    for (const container of [...initContainers, ...containers]) {
      assert.equal(container.securityContext.readOnlyRootFilesystem, true);
      assert.ok(container.resources.limits.memory);
    }
  }
  for (const [name, { read_only, deploy }] of services) {
    assert.ok(read_only || name === 'db', name);
    assert.ok(deploy?.resources.limits.memory || name === 'ktima', name);
  }
  assert.match(readFileSync('Dockerfile', 'utf8'), /^USER node$/m);
});

test('the base of the image can be replaced, and backups have the programs of the database', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  assert.match(dockerfile, /^ARG BASE=node:24-slim$/m);
  for (const [, base] of dockerfile.matchAll(/^FROM (\S+)/gm)) assert.equal(base, '$BASE');
  const { db, backup } = compose!.services;
  const [job] = one('CronJob', 'ktima-backup').spec.jobTemplate.spec.template.spec.containers;
  assert.deepEqual([backup!.image, job!.image], [db!.image, db!.image]);
});

test('the image contains the files it needs, and imports only installed packages', () => {
  const copied = [...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
  const letIn = readFileSync('.dockerignore', 'utf8');
  for (const path of copied.flatMap(([, paths]) => paths!.split(' ')).filter(p => p !== '.')) {
    assert.ok(existsSync(path), path);
    assert.match(letIn, new RegExp(`^!${path}$`, 'm'));
  }
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const file of globSync(['src/**/*.ts', 'deploy/*.ts'])) {
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)(?! type)[^;]*?from '([^.#'][^']*)'/gms,
    )) {
      const bare = name!
        .split('/')
        .slice(0, name!.startsWith('@') ? 2 : 1)
        .join('/');
      const isBuiltIn = bare.startsWith('node:') || builtinModules.includes(bare);
      assert.ok(isBuiltIn || bare in dependencies, `${file}: ${bare}`);
    }
  }
});
