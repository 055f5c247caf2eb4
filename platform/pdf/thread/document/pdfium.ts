import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/** PDFium instance of this thread, with its memory functions. */
export type Pdfium = WrappedPdfiumModule & {
  heap(): DataView
  allocate(bytes: number): number
  free(pointer: number): void
}

type Imports = Record<string, unknown>
type Instance = { exports: object }

// Exists in Node, but not in its types.
declare const WebAssembly: { Instance: new (module: WebAssembly.Module, imports: Imports) => Instance }

const pageBytes = 65_536

/**
 * Starts PDFium in this thread.
 *
 * @param compiled WebAssembly module, compiled once for all threads.
 * @param megabytes Maximum memory. When an allocation fails, PDFium ends the thread.
 */
export async function startPdfium(compiled: WebAssembly.Module, megabytes: number): Promise<Pdfium> {
  const start = (imports: Imports, done: (instance: Instance, module: WebAssembly.Module) => void) => {
    const environment = imports['env'] as Record<string, (...values: number[]) => number>
    const grow = environment['emscripten_resize_heap']!
    environment['emscripten_resize_heap'] = (bytes = 0) => (bytes >>> 0 > megabytes * 1024 * 1024 ? 0 : grow(bytes))
    const instance = new WebAssembly.Instance(compiled, imports)
    // The callback is set later.
    queueMicrotask(() => done(instance, compiled))
    return {}
  }
  // Suppresses the output of PDFium for broken files.
  const quiet = () => undefined
  const module = await init({ instantiateWasm: start, print: quiet, printErr: quiet } as object)
  module.PDFiumExt_Init()
  const memory = module.pdfium as unknown as {
    HEAPU8: Uint8Array
    wasmExports: { malloc(bytes: number): number; free(at: number): void }
  }
  let view = new DataView(memory.HEAPU8.buffer)
  // Growing replaces the buffer.
  const heap = () => (view.buffer === memory.HEAPU8.buffer ? view : (view = new DataView(memory.HEAPU8.buffer)))
  const allocate = (bytes: number) => {
    const pointer = memory.wasmExports.malloc(bytes)
    if (pointer === 0) throw new RangeError(`no room for ${Math.ceil(bytes / pageBytes)} pages of memory`)
    return pointer
  }
  return Object.assign(module, { heap, allocate, free: (pointer: number) => memory.wasmExports.free(pointer) })
}

/** Returns a view of PDFium's memory, which a later allocation may invalidate. */
export function bytesAt(pdfium: Pdfium, pointer: number, length: number): Uint8Array {
  return new Uint8Array(pdfium.heap().buffer, pointer, length)
}

/** Runs a function with allocated PDFium memory. */
export function withMemory<Result>(pdfium: Pdfium, bytes: number, work: (pointer: number) => Result): Result {
  const pointer = pdfium.allocate(bytes)
  try {
    return work(pointer)
  } finally {
    pdfium.free(pointer)
  }
}

/**
 * Reads a string with two calls, the first one for its length.
 *
 * @param call Writes to a buffer of the given size, or only measures without one; returns the required bytes including
 *   the terminator.
 */
export function readString(
  pdfium: Pdfium,
  encoding: 'utf-16le' | 'utf-8',
  call: (buffer: number, bytes: number) => number,
): string {
  const bytes = call(0, 0)
  const zero = encoding === 'utf-16le' ? 2 : 1
  if (bytes <= zero || bytes > 64 * 1024) return ''
  return withMemory(pdfium, bytes, (buffer) => {
    call(buffer, bytes)
    return new TextDecoder(encoding).decode(bytesAt(pdfium, buffer, bytes - zero).slice())
  })
}
