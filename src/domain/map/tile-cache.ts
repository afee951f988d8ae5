/** Keeps tiles in memory up to a number of bytes; the ones that were not used for longest go first. */
export interface TileCache {
  /** The tile of a key; `make` makes it if it is not there. Parallel calls share one `make`. */
  get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

/** Counted for each tile besides its bytes: its key and its places in the maps. */
const entryBytes = 300;

/** Opens an empty cache; with 0 bytes it keeps no tile. */
export function openTileCache(mostBytes: number): TileCache {
  /** In the order of their last use, the oldest first. */
  const tiles = new Map<string, Uint8Array>();
  const inProgress = new Map<string, Promise<Uint8Array>>();
  let bytes = 0;

  const sizeOf = (tile: Uint8Array) => tile.length + entryBytes;
  const keep = (key: string, tile: Uint8Array) => {
    tiles.set(key, tile);
    bytes += sizeOf(tile);
    for (const [oldest, old] of tiles) {
      if (bytes <= mostBytes) break;
      tiles.delete(oldest);
      bytes -= sizeOf(old);
    }
  };
  const makeOnce = async (key: string, make: () => Promise<Uint8Array>) => {
    const making = make();
    inProgress.set(key, making);
    try {
      const tile = await making;
      keep(key, tile);
      return tile;
    } finally {
      inProgress.delete(key);
    }
  };

  return {
    async get(key, make) {
      const known = tiles.get(key);
      if (known) {
        tiles.delete(key);
        tiles.set(key, known);
        return known;
      }
      return inProgress.get(key) ?? makeOnce(key, make);
    },
  };
}
