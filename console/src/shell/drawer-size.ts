/** The share of the screen below the header that the drawer covers; the map is never covered whole. */
export const drawerShares = { small: 0.22, half: 0.5, large: 0.82 } as const;
export type DrawerSize = keyof typeof drawerShares;

/** The size nearest to the share at which a drag ended. */
export function nearestSize(share: number): DrawerSize {
  const sizes = Object.keys(drawerShares) as DrawerSize[];
  return sizes.reduce((best, size) =>
    Math.abs(drawerShares[size] - share) < Math.abs(drawerShares[best] - share) ? size : best,
  );
}
