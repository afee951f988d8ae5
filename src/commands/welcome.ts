import { demoUser } from '../auth/demo-user.ts';
import type { Features, ServiceUrls } from '../services/open-services.ts';
import { type Line, styled } from '../terminal/print.ts';

/** The running services, for the welcome. */
export interface Started {
  readonly urls: ServiceUrls;
  readonly features: Features;
  /** The URL of the metrics server, if there is one. */
  readonly metrics: string | undefined;
}

/** The text after the start: the URLs and, in the demo, calls to try. */
export function welcome({ urls, features, metrics }: Started, demo: boolean): Line[] {
  const { api, auth } = urls;
  const { hasConsole, hasDemoLogin = false } = features;
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
  const own = `none: the user ${name} is not the demo user, or is disabled; use your own login below`;
  return [`  demo login      ${works ? login : own}`];
}

function demoCalls(api: string, auth: string): Line[] {
  const { name, password } = demoUser;
  const dim = (text: string) => [styled('dim', text)];
  return [
    '',
    dim('  Sample data is loaded. Paste these into another terminal:'),
    '',
    dim('  # log in and store the token'),
    `  TOKEN=$(curl -s -F username=${name} -F password=${password} ${auth}/auth/otp/login | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`,
    '',
    dim('  # what is around Syntagma square?'),
    `  curl -s ${api}/api/points-of-interest/ -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"latitude": 37.9755, "longitude": 23.7348}'`,
    '',
    dim('  # what does it cost to rebuild a flat of 85 m² in Athens, built in 1998?'),
    `  curl -s '${api}/api/reconstruction-cost/?postal_code=10563&property_type=apartment&build_area=85&construction_year=1998'`,
    '',
    dim('  # which parcel is it?'),
    `  curl -s '${api}/api/geocoding/kaek-search/?kaek_code=050099901001'`,
    '',
    dim('  # where is this address?'),
    `  curl -sG ${api}/api/geocoding/address-search/ --data-urlencode 'address=Egnatia 45 Thessaloniki'`,
  ];
}
