import createModule, { type PicoModule } from '@echogarden/svoxpico-wasm'

/** Both files of a voice: the text analysis of its language, and its sounds. */
type VoiceFiles = { textAnalysis: Uint8Array; signal: Uint8Array }

/** Converts text to audio: 16-bit little-endian samples of one channel. */
export type Voice = (text: string) => Buffer

/** Sample rate of all voices of the engine, in hertz. */
export const sampleRate = 16_000

/** Memory that the engine manages itself, for one voice. */
const engineBytes = 2_500_000
const nameBytes = 32
const chunkBytes = 16_384
/** Longer than any sentence; some meaningless texts make the engine run forever. */
const maxBytes = 60 * sampleRate * 2
/** Many steps produce no audio; a sentence takes some thousands. */
const maxSteps = 1_000_000
/** Statuses of `pico_getData`: all text is processed, and more audio follows. */
const [idle, busy] = [200, 201]

/**
 * Loads a voice into its own engine.
 *
 * @throws Error when a file is not a voice of this engine.
 */
export async function createPicoVoice({ textAnalysis, signal }: VoiceFiles): Promise<Voice> {
  const pico = await createModule()
  const pointer = pico._malloc(4)
  const countAt = pico._malloc(2)
  const typeAt = pico._malloc(2)
  const chunkAt = pico._malloc(chunkBytes)
  const view = () => new DataView(pico.HEAPU8.buffer)
  const written = (status: number, step: string): number => {
    expectDone(status, step)
    return view().getUint32(pointer, true)
  }

  const system = written(pico._pico_initialize(pico._malloc(engineBytes), engineBytes, pointer), 'start')
  const voice = put(pico, 'voice\0')
  expectDone(pico._pico_createVoiceDefinition(system, voice), 'define a voice')
  // The engine loads resources by path, so both files are written to its file system.
  for (const [path, bytes] of [
    ['/text-analysis.bin', textAnalysis],
    ['/signal.bin', signal],
  ] as const) {
    // A copy, because the file system keeps a reference to the array.
    pico.FS.writeFile(path, new Uint8Array(bytes))
    const resource = written(pico._pico_loadResource(system, put(pico, `${path}\0`), pointer), `read ${path}`)
    const name = pico._malloc(nameBytes)
    expectDone(pico._pico_getResourceName(system, resource, name), `name ${path}`)
    expectDone(pico._pico_addResourceToVoiceDefinition(system, voice, name), `use ${path}`)
  }
  const engine = written(pico._pico_newEngine(system, voice, pointer), 'create the voice')

  /** Appends the audio of the text so far. @throws Error when it does not end. */
  function readSound(chunks: Buffer[]): void {
    let steps = 0
    let bytes = chunks.reduce((total, { length }) => total + length, 0)
    for (let status = busy; status !== idle;) {
      status = pico._pico_getData(engine, chunkAt, chunkBytes, countAt, typeAt)
      if (status !== idle && status !== busy) expectDone(status, 'speak')
      const count = Math.max(0, view().getInt16(countAt, true))
      steps += 1
      bytes += count
      if (steps > maxSteps || bytes > maxBytes) throw new Error('the speech engine did not finish')
      if (count > 0) chunks.push(Buffer.from(pico.HEAPU8.slice(chunkAt, chunkAt + count)))
    }
  }

  return (text) => {
    // Remaining audio of an earlier text must not be part of this one.
    expectDone(pico._pico_resetEngine(engine, 0), 'begin')
    // The engine speaks a sentence after reading its end; the final zero ends the last one.
    const bytes = Buffer.from(`${text}\0`)
    const start = put(pico, bytes)
    const chunks: Buffer[] = []
    try {
      for (let read = 0; read < bytes.length;) {
        expectDone(pico._pico_putTextUtf8(engine, start + read, bytes.length - read, countAt), 'read the text')
        const count = view().getInt16(countAt, true)
        if (count <= 0) throw new Error('the speech engine accepts no more text')
        read += count
        readSound(chunks)
      }
    } finally {
      pico._free(start)
    }
    return Buffer.concat(chunks)
  }
}

/** Copies text or bytes into the engine's memory. @returns Their address. */
function put(pico: PicoModule, value: string | Uint8Array): number {
  const bytes = Buffer.from(value)
  const address = pico._malloc(bytes.length)
  pico.HEAPU8.set(bytes, address)
  return address
}

function expectDone(status: number, step: string): void {
  if (status !== 0) throw new Error(`the speech engine failed to ${step}: status ${status}`)
}
