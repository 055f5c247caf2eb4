declare module '@echogarden/svoxpico-wasm' {
  /**
   * The engine's memory and C functions, as Emscripten exports them. Addresses and handles are numbers; functions
   * return 0 or a status.
   *
   * @see https://github.com/naggety/picotts/blob/master/pico/lib/picoapi.h
   */
  export type PicoModule = {
    /** Replaced when the memory grows, so it must be read at each use. */
    readonly HEAPU8: Uint8Array<ArrayBuffer>
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void }
    _malloc(bytes: number): number
    _free(address: number): void
    _pico_initialize(memory: number, bytes: number, outSystem: number): number
    _pico_createVoiceDefinition(system: number, name: number): number
    _pico_loadResource(system: number, path: number, outResource: number): number
    _pico_getResourceName(system: number, resource: number, outName: number): number
    _pico_addResourceToVoiceDefinition(system: number, voice: number, resource: number): number
    _pico_newEngine(system: number, voice: number, outEngine: number): number
    _pico_resetEngine(engine: number, mode: number): number
    _pico_putTextUtf8(engine: number, text: number, bytes: number, outBytesPut: number): number
    _pico_getData(engine: number, buffer: number, bytes: number, outBytes: number, outType: number): number
  }

  /** Starts an engine in its own memory. */
  export default function createModule(): Promise<PicoModule>
}
