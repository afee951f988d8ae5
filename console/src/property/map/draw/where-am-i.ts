/** The position of the device. */
export interface Here {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyMetres: number;
}

/** Why the device has no position: forbidden, unknown, or too slow. */
export type HereFailure = 'denied' | 'unavailable' | 'timeout';

const timeoutMs = 15_000;

/** Asks the browser for the position of the device; rejects with a `HereFailure`. */
export function whereAmI(): Promise<Here> {
  return new Promise((resolve, reject: (why: HereFailure) => void) => {
    if (!navigator.geolocation) return reject('unavailable');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ latitude, longitude, accuracyMetres: accuracy }),
      ({ code }) => reject((['denied', 'unavailable', 'timeout'] as const)[code - 1]!),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 30_000 },
    );
  });
}
