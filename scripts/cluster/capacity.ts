import { setTimeout as sleep } from 'node:timers/promises';
import { plainText, table } from '#tools/terminal/print.ts';
import { type Costs, type Mix, requestsPerCore } from '../../bench/capacity-model.ts';
import type { Instance } from './cluster.ts';
import { type Client, startLoad } from './load.ts';

/** Clients at the same time: enough that the pauses between their requests do not count. */
const clientsOfKind = 4;

/** Answers and the processor time of instances while clients asked them. */
interface Measured {
  readonly answers: number;
  readonly mix: Mix;
  readonly cpuSeconds: number;
}

/**
 * Compares what bench/capacity-model.ts predicts for a mix with what one instance does, and two
 * behind nginx. The unit is requests in a second of processor time, because all share this machine.
 * Returns the largest difference, as a share of what was measured.
 */
export async function compareCapacity(
  [first, second]: readonly [Instance, Instance],
  clientsOf: (api: string) => Promise<readonly Client[]>,
  front: string,
  phaseMs: number,
): Promise<number> {
  const direct = await clientsOf(first.url);
  const costs: Record<string, number> = {};
  for (const { kind, ...client } of direct) {
    await measure([first], [{ kind, ...client }], phaseMs / 4);
    const { answers, cpuSeconds } = await measure([first], [{ kind, ...client }], phaseMs);
    costs[kind] = (cpuSeconds * 1_000) / answers;
  }
  const one = await measure([first], direct, phaseMs);
  const behind = await clientsOf(front);
  // The second instance has answered nothing yet, and its code is not compiled.
  await measure([first, second], behind, phaseMs);
  const two = await measure([first, second], behind, phaseMs);
  const rows = [row('1, asked directly', costs, one), row('2, behind nginx', costs, two)];
  const head = ['instances', 'predicted', 'measured', 'difference'];
  console.log(
    `\nRequests in a second of processor time of the APIs:\n\n${plainText(table(head, rows.map(cells)))}`,
  );
  return Math.max(...rows.map(({ predicted, measured }) => Math.abs(predicted / measured - 1)));
}

function row(instances: string, costs: Costs, { answers, mix, cpuSeconds }: Measured) {
  return { instances, predicted: requestsPerCore(costs, mix), measured: answers / cpuSeconds };
}

function cells({ instances, predicted, measured }: ReturnType<typeof row>): string[] {
  const difference = `${(100 * (predicted / measured - 1)).toFixed(0)} %`;
  return [instances, predicted.toFixed(0), measured.toFixed(0), difference];
}

/** Puts load on instances, several clients of each kind without a pause. */
async function measure(
  instances: readonly Instance[],
  clients: readonly Client[],
  ms: number,
): Promise<Measured> {
  const before = await cpuSecondsOf(instances);
  const many = clients.flatMap(client =>
    Array<Client>(clientsOfKind).fill({ ...client, pauseMs: 0 }),
  );
  const load = startLoad(many);
  await sleep(ms);
  await load.stop();
  const cpuSeconds = (await cpuSecondsOf(instances)) - before;
  const { answers } = load;
  const failed = answers.filter(({ status }) => status !== 200);
  if (failed.length > 0) throw new Error(`${failed.length} of ${answers.length} requests failed`);
  const kinds = Map.groupBy(answers, ({ kind }) => kind);
  const mix = Object.fromEntries(
    [...kinds].map(([kind, all]) => [kind, all.length / answers.length]),
  );
  return { answers: answers.length, mix, cpuSeconds };
}

/** Processor time of instances until now, as their metrics have it. */
async function cpuSecondsOf(instances: readonly Instance[]): Promise<number> {
  let sum = 0;
  for (const { metrics } of instances) {
    const text = await (await fetch(`http://${metrics}/metrics`)).text();
    const value = /^process_cpu_seconds_total (\S+)/m.exec(text)?.[1];
    if (value === undefined) throw new Error(`${metrics} has no process_cpu_seconds_total`);
    sum += Number(value);
  }
  return sum;
}
