// What we use of WebAssembly's JavaScript interface: TypeScript tells it to browsers only.
declare namespace WebAssembly {
  class Memory {
    constructor(pages: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    /** Adds pages of 64 KiB; views of the former buffer are void. */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, Memory>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
