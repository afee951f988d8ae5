import { demoUser } from '../auth/demo-user.ts';
import { type Line, styled } from '../terminal/print.ts';

/** Where the services are. */
export interface Addresses {
  readonly api: string | undefined;
  readonly auth: string | undefined;
  /** Where Prometheus finds the metrics, when there are any. */
  readonly metrics?: string | undefined;
  /** Whether the API serves the web application too. */
  readonly hasConsole: boolean;
  /** Whether the demo's public login works. */
  readonly hasDemoLogin: boolean;
}

/** What a newcomer sees once the services answer: where they are, and calls that work as they are. */
export function welcome(addresses: Addresses, demo: boolean): Line[] {
  const { api, auth, metrics, hasConsole, hasDemoLogin } = addresses;
  return [
    '',
    ['  ', styled('bold', 'Ktima'), ' · property data for Greece'],
    '',
    ...(api && hasConsole ? [['  console         ', styled('cyan', `${api}/`)]] : []),
    ...(api ? [['  main API        ', styled('cyan', api), `   reference ${api}/docs/`]] : []),
    ...(auth ? [['  authentication  ', styled('cyan', auth), `   reference ${auth}/docs/`]] : []),
    ...(metrics ? [['  metrics         ', styled('cyan', `${metrics}/metrics`)]] : []),
    ...(demo && api && auth ? [...demoLogin(hasDemoLogin), ...demoCalls(api, auth)] : []),
    '',
    [styled('dim', '  Ctrl+C stops it.')],
    '',
  ];
}

function demoLogin(works: boolean): Line[] {
  const { name, password } = demoUser;
  const login = `${name} / ${password}`;
  const own = `none: the user ${name} is your own, or disabled; put your own login into the first call`;
  return [`  demo login      ${works ? login : own}`];
}

function demoCalls(api: string, auth: string): Line[] {
  const { name, password } = demoUser;
  const dim = (text: string) => [styled('dim', text)];
  return [
    '',
    dim('  Sample data are loaded. Paste these into another terminal:'),
    '',
    dim('  # log in and keep the token'),
    `  TOKEN=$(curl -s -F username=${name} -F password=${password} ${auth}/auth/otp/login | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`,
    '',
    dim('  # what is around Syntagma square?'),
    `  curl -s ${api}/api/points-of-interest/ -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"latitude": 37.9755, "longitude": 23.7348}'`,
    '',
    dim('  # what would it cost to rebuild a flat of 85 m² in Athens, built in 1998?'),
    `  curl -s '${api}/api/reconstruction-cost/?postal_code=10563&property_type=apartment&build_area=85&construction_year=1998'`,
    '',
    dim('  # which parcel is it?'),
    `  curl -s '${api}/api/geocoding/kaek-search/?kaek_code=050099901001'`,
    '',
    dim('  # where is this address?'),
    `  curl -sG ${api}/api/geocoding/address-search/ --data-urlencode 'address=Egnatia 45 Thessaloniki'`,
  ];
}
