declare module 'virtual:land' {
  /** The map's background, made from `world-atlas` by `console/build/land.ts`. */
  export const land: import('./land.ts').Land;
}
