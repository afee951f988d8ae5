// The thread that builds the geocoder while the services start and answer.
import { parentPort, workerData } from 'node:worker_threads';
import { buildGeocoder } from '../geocoder/build.ts';
import { readGazetteer } from '../import/datasets/gazetteer/gazetteer.ts';

parentPort!.postMessage(buildGeocoder(await readGazetteer(workerData as string)));
