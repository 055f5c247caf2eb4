import { createReadStream, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { installBaselines } from './install.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
}

/**
 * Serves the pages and packages of the baseline readers like a well-configured site: compressed code, PDFs with ranges
 * and ETags, and caching headers.
 *
 * @param books Path of the PDF for each `/books/{id}.pdf`.
 */
export async function startBaselineServer(books: Map<string, string>): Promise<{ origin: string; stop(): void }> {
  const packages = installBaselines()
  const server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://baselines').pathname
    const book = /^\/books\/([\w-]+)\.pdf$/.exec(path)?.[1]
    const file = book
      ? books.get(book)
      : [join(import.meta.dirname, path), join(packages, path)].find((place) => existsSync(place))
    if (!file || path.includes('..') || !statSync(file).isFile()) return void reply.writeHead(404).end()
    reply.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    reply.setHeader('cache-control', 'max-age=3600')
    if (extname(file) === '.pdf') return sendRange(file, request.headers.range, reply)
    reply.setHeader('content-encoding', 'br').end(compressed(file, packages))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function sendRange(file: string, range: string | undefined, reply: ServerResponse): void {
  const { size } = statSync(file)
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const start = Number(first ?? 0)
  const end = Math.min(size - 1, last ? Number(last) : size - 1)
  reply.writeHead(first === undefined ? 200 : 206, {
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(first !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  createReadStream(file, { start, end })
    .pipe(reply)
    .on('error', () => undefined)
}

// As at a deploy: once, as small as brotli makes it.
function compressed(file: string, packages: string): Buffer {
  const kept = join(packages, '../compressed', `${file.replaceAll('/', '_')}-${statSync(file).mtimeMs}.br`)
  if (!existsSync(kept)) {
    mkdirSync(join(packages, '../compressed'), { recursive: true })
    writeFileSync(kept, brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
  }
  return readFileSync(kept)
}
