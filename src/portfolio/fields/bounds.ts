/** The least and the most that a value may be, both included. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}
