// Cost, parcel, address and places of a flat in Athens, with the typed client.
// Run `npm start` first, or set API and AUTH to your own service. Then run
// node_modules/.bin/node examples/typescript.ts. In your own project, import from 'ktima-client'.
import { createClient, KtimaApiError } from '../client/src/client.ts';

const { env } = process;
const ktima = createClient({
  apiUrl: env.API ?? 'http://127.0.0.1:8000',
  authUrl: env.AUTH ?? 'http://127.0.0.1:8001',
  timeoutMs: 30_000,
});

try {
  const { reconstruction_cost: cost } = await ktima.reconstructionCost({
    postal_code: '10563',
    property_type: 'apartment',
    build_area: 85,
    construction_year: 1998,
  });
  console.log(`as new ${cost.as_new} €, as is ${cost.as_is} €`);

  const parcel = await ktima.kaekSearch({ kaek_code: '050099901001' });
  console.log(`parcel ${parcel.kaek}: ${parcel.area} m²`);

  const { results } = await ktima.addressSearch({ address: 'Βασ. Σοφίας 24, Αθήνα', limit: 1 });
  for (const { formatted_address, match } of results) {
    console.log(`${formatted_address}: ${match.level}, confidence ${match.confidence}`);
  }

  await ktima.login({
    username: env.KTIMA_USER ?? 'demo',
    password: env.KTIMA_PASSWORD ?? 'ktima-demo',
  });
  const places = await ktima.pointsOfInterest({ latitude: 37.9755, longitude: 23.7348 });
  for (const { distance, place_type, name_en, name_gr } of places.slice(0, 5)) {
    console.log(`${distance} m  ${place_type}  ${name_en ?? name_gr}`);
  }
  await ktima.logout();
} catch (error) {
  if (!(error instanceof KtimaApiError)) throw error;
  console.error(`${error.status}: ${error.message}`);
  process.exitCode = 1;
}
