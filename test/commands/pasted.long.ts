import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import '../importing/readers/gdal/ogr2ogr.ts';
import { freePort } from '../postgres/cluster.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Pages that are read one after the other, each row from the beginning. */
const walks = [
  ['README.md'],
  ['docs/quickstart-production.md', 'docs/operations.md'],
  ['docs/tour.md'],
  ['docs/authentication.md', 'docs/usage.md'],
  [
    'docs/geocoding.md',
    'docs/gis.md',
    'docs/portfolios.md',
    'docs/clients.md',
    'docs/data.md',
    'docs/comparables.md',
  ],
  ['docs/costs.md', 'docs/zones.md', 'docs/buildings-and-grids.md'],
];

/** What a test does not have. A block that needs it begins with "```sh needs systemd". */
const missing = [
  'a browser',
  'a certificate',
  'a GeoTIFF',
  'another host',
  'minutes',
  'nginx with TLS',
  'PostgreSQL',
  'Prometheus',
  'systemd',
  'the internet',
];
const plain = ['', 'sh', 'dotenv', 'ini', 'json', 'nginx', 'sql', 'text'];
const fences = [...plain, ...missing.map(it => `sh needs ${it}`)];

const pages = ['README.md', ...globSync('docs/*.md')];

test('every command in the documents is pasted, or names what it needs', () => {
  for (const page of pages) {
    for (const { info, text } of fencesOf(page)) {
      assert.ok(fences.includes(info), `${page}: ${info}`);
      if (info === '') assert.doesNotMatch(text, /^(\S*ktima|curl|npm) /m, page);
    }
    assert.equal(walks.flat().includes(page), blocksOf(page).length > 0, page);
  }
});

for (const walk of process.env.KTIMA_TEST_SAMPLE ? walks.slice(0, 3) : walks)
  test(`the commands run as they are written: ${walk.join(', ')}`, async () => {
    const machine = await newMachine();
    const blocks = walk.flatMap(blocksOf);
    const begin = walk[0] === 'README.md' ? prelude : prelude + started;
    const script = [begin, ...blocks.map(scriptOf)].join('\n');
    await promisify(execFile)('bash', ['--norc', '-c', machine.localise(script)], machine).catch(
      ({ stderr }) => assert.fail(`${machine.read('block')}\n${machine.read('log')}\n${stderr}`),
    );
    for (const block of blocks) assertPrinted(block, machine.read(`answer ${block.where}`));
  });

test('after the imports of the README, invented data are still marked as such', async () => {
  const machine = await newMachine();
  const blocks = blocksOf('README.md');
  const production = blocks.findIndex(({ commands }) => commands.startsWith('bin/ktima serve '));
  const tries = [
    'api/reconstruction-cost/?postal_code=38222&property_type=house&build_area=90&explain=true',
    'api/zones/?latitude=39.3606&longitude=22.95831&kinds=flood',
    'api/property-report/?kaek_code=350099028004',
    'readyz',
  ].map(
    (url, i) =>
      `curl -H "Authorization: Bearer $TOKEN" 'http://127.0.0.1:8000/${url}' > "$HERE/try ${i}"`,
  );
  const script = [prelude, ...blocks.slice(0, production).map(scriptOf), started, ...tries];
  await promisify(execFile)('bash', ['--norc', '-c', machine.localise(script.join('\n'))], machine);
  const [cost, zones, report, ready] = tries.map((_, i) => JSON.parse(machine.read(`try ${i}`)));
  assert.equal(cost.basis.sample_data, true);
  assert.equal(zones.kinds[0].result, 'outside');
  assert.equal(report.parcel.source, 'sample:volos');
  // Its source was removed, and the next start has brought the sample back.
  assert.ok(report.neighbourhood.length > 20);
  for (const { layer, source } of ready.layers) assert.match(source, /^(sample|gazetteer)/, layer);
});

/** Asserts that a block printed what the page has below it: JSON by its shape, other text as it is. */
function assertPrinted({ where, answer, text }: Block, printed: string): void {
  if (answer !== undefined) {
    const [head, tail = ''] = shapeOf(answer).split(/,?…/);
    const shape = shapeOf(printed);
    assert.ok(shape.startsWith(head!) && shape.endsWith(tail), `${where}: ${shape}`);
  }
  if (text === undefined) return;
  const actual = steady(printed);
  let at = 0;
  for (const part of steady(text).split('…')) {
    const found = actual.indexOf(part, at);
    assert.ok(found >= 0 && (at > 0 || found === 0), `${where}: ${part}\nis not in\n${actual}`);
    at = found + part.length;
  }
  assert.equal(actual.slice(at), text.trimEnd().endsWith('…') ? actual.slice(at) : '', where);
}

/** A text without what differs between runs: dates, ids, ports, times and sizes; one decimal. */
function steady(text: string): string {
  return text
    .trim()
    .replace(/\b20\d\d(-\d\d-\d\d([T ]\d\d:\d\d[\d:.]*Z?)?)?\b/g, 'DATE')
    .replace(/(?=\S*\d)(?=\S*[A-Za-z])[\w-]{12,}/g, 'ID')
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/[\d.,]+(?= (?:s|ms|MB|bytes)\b|(?: a second))/g, 'N')
    .replace(/\d+\.\d{2,}/g, number => Number(number).toFixed(1));
}

interface Block {
  /** Page and line, for messages. */
  readonly where: string;
  readonly commands: string;
  /** The JSON, or the other text, that the page has below it. */
  readonly answer: string | undefined;
  readonly text: string | undefined;
}

/** The fenced parts of a page, with what stands between one and the next. */
function fencesOf(page: string) {
  const parts = readFileSync(page, 'utf8').split(/^ *```(.*)\n/m);
  return Array.from({ length: (parts.length - 1) / 4 }, (_, i) => ({
    line: linesIn(parts.slice(0, 4 * i + 1)),
    info: parts[4 * i + 1]!,
    text: parts[4 * i + 2]!,
    after: parts[4 * i + 4]!,
  }));
}

/** Every second part is the rest of a line that begins a fence or ends it. */
function linesIn(parts: readonly string[]): number {
  return parts
    .map((part, i) => (i % 2 === 1 ? '\n' : part))
    .join('')
    .split('\n').length;
}

function blocksOf(page: string): Block[] {
  const fences = fencesOf(page);
  return fences.flatMap(({ line, info, text, after }, i) => {
    if (info !== 'sh') return [];
    const below = (kind: string) =>
      after === '' && fences[i + 1]?.info === kind ? fences[i + 1]!.text : undefined;
    const where = `${page.replace('/', ' ')} line ${line}`;
    return [{ where, commands: text, answer: below('json'), text: below('text') }];
  });
}

/** A block whose answer is an error must fail. Passwords are typed, services run in the background. */
function scriptOf({ where, commands, answer }: Block): string {
  const typed = commands
    .replace('npm ci && npm start', 'bin/ktima serve --demo')
    .replace(/^bin\/ktima serve/m, 'start $&')
    .replace('systemctl enable --now ktima-api ktima-auth', 'start ktima serve')
    .replace(/^\S*ktima (user add|setup)/m, "echo 'correct horse battery' | $&");
  const isRefused = answer?.startsWith('{"error"');
  const begin = `echo '${where}' > "$HERE/block"\n`;
  const run = `{\n${typed}} > "$HERE/answer ${where}"`;
  return begin + (isRefused ? `if ${run}; then exit 1; fi` : run);
}

/** An answer without its values, which change with the day and the data, and without spaces. */
function shapeOf(json: string): string {
  const values = /"(?:[^"\\]|\\.)*"(:?)|-?\d[\d.]*|null|true|false/g;
  return json.replace(values, (text, colon) => (colon ? text : '_')).replace(/\s+/g, '');
}

/** Programs that need root or the internet, as they look to a shell. */
const standIns: Record<string, string> = {
  runuser: 'shift 3; exec "$@"',
  // A clone is this folder.
  git: `for last; do :; done; mkdir "$last"; ln -s ${resolve('.')}/{bin,data,deploy} "$last"`,
  // What is installed has the paths of the machine too.
  install: `/usr/bin/install $(echo "$@" | sed "s/-[og] ktima//g") || exit; for last; do :; done
    [ ! -f "$last" ] || sed -i "s#\\([ =]\\)/\\(etc\\|opt\\|var\\)/#\\1$HERE/machine/\\2/#g" "$last"`,
};
for (const name of ['adduser', 'apt-get', 'chown', 'nginx', 'npm', 'systemctl', 'systemd-analyze'])
  standIns[name] = '';

/** The files that the pages expect you to have. */
const yourFiles = {
  'rates.csv': 'costs.csv',
  'depreciation.csv': 'depreciation.csv',
  'parcels.geojson': 'parcels.geojson',
};

/** A folder like a clone, and below it the folders of a machine, with ports of its own. */
async function newMachine() {
  const { path: cwd } = temporaryFolder();
  const [api, auth] = [await freePort(), await freePort()];
  const under = (path: string) => join(cwd, 'machine', path);
  const folders = ['bin', 'usr/local/bin', 'var/lib/ktima', 'etc/cron.daily', 'etc/ssl'];
  const services = ['etc/systemd/system', 'etc/nginx/sites-available', 'etc/nginx/sites-enabled'];
  for (const path of [...folders, ...services]) mkdirSync(under(path), { recursive: true });
  for (const name of ['bin', 'data', 'examples']) symlinkSync(resolve(name), join(cwd, name));
  for (const [name, commands] of Object.entries(standIns))
    writeFileSync(under(`bin/${name}`), `#!/bin/bash\n${commands}\n`, { mode: 0o755 });
  // With other bytes: what ships stays sample data.
  for (const [name, shipped] of Object.entries(yourFiles))
    writeFileSync(under(`var/lib/ktima/${name}`), `${readFileSync(`data/${shipped}`, 'utf8')}\n`);
  writeFileSync(under('greece.osm'), osm);
  return {
    cwd,
    env: {
      PATH: `${under('bin')}:${under('usr/local/bin')}:${process.env.PATH}`,
      HERE: cwd,
      PYTHONDONTWRITEBYTECODE: '1',
      KTIMA_API_PORT: String(api),
      KTIMA_AUTH_PORT: String(auth),
      API: `http://127.0.0.1:${api}`,
      AUTH: `http://127.0.0.1:${auth}`,
    },
    localise: (script: string) =>
      script
        .replaceAll('127.0.0.1:8000', `127.0.0.1:${api}`)
        .replaceAll('127.0.0.1:8001', `127.0.0.1:${auth}`)
        .replace(/https:\/\/download\S+osm.pbf/g, under('greece.osm'))
        .replace(/(?<=[\s=:])\/(etc|opt|var|usr\/local)\//g, `${under('$1')}/`),
    read: (name: string) => readFileSync(join(cwd, name), { encoding: 'utf8', flag: 'a+' }),
  };
}

const osm = `<osm version="0.6">
<node id="1" lat="37.97" lon="23.73"/><node id="2" lat="37.98" lon="23.73"/>
<way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Ερμού"/></way>
<node id="4" lat="37.975" lon="23.735"><tag k="amenity" v="pharmacy"/></node></osm>`;

/** Failed responses end the shell. A service is started anew where a page starts it. */
const prelude = `set -eo pipefail
curl() {
  case "$1" in
    -f*) command curl "$@" ;;
    *) command curl --silent --show-error --fail-with-body "$@" ;;
  esac
}
stop() { [ -z "$server" ] || { kill $server; wait $server || true; }; server=; }
trap stop EXIT
starts() { grep -c '"msg":"started"' "$HERE/log" || true; }
start() {
  stop
  touch "$HERE/log"
  before=$(starts)
  "$@" >> "$HERE/log" 2>&1 &
  server=$!
  until [ "$(starts)" -gt "$before" ]; do
    kill -0 $server
    sleep 0.2
  done
}
`;

/** What a reader of the other pages has done before, as in the README. */
const started = `start bin/ktima serve --demo
TOKEN=$(curl -F username=demo -F password=ktima-demo http://127.0.0.1:8001/auth/otp/login | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')
`;
