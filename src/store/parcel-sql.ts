/** The newest of several sources that have the same parcel. */
export const newestParcel = `
  source_id = (SELECT max(source_id) FROM parcels AS same WHERE same.kaek = parcels.kaek)`;

/**
 * Parcels found by their position that are sorted by code for an answer. Where a box has more, it is
 * faster to go through all parcels in the order of their codes.
 */
export const mostCandidates = 100_000;
