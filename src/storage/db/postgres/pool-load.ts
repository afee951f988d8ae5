/** How many connections of a pool are busy and idle, and how many statements wait for one. */
export interface PoolLoad {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}
