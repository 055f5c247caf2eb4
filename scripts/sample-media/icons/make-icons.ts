import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { sandMark, strokeMark } from './mark.ts'

/** Writes the site's icons; they are kept in the repository, so this runs only when the mark changes. */
const folder = join(import.meta.dirname, '../../../public')
const stroke = strokeMark()

const icons: Record<string, string | Buffer> = {
  'favicon.svg': stroke,
  'favicon.ico': iconFile(await Promise.all([16, 32, 48].map(async (side) => ({ side, png: await strokePng(side) })))),
  'favicon-32.png': await strokePng(32),
  'apple-touch-icon.png': await sandMark(180),
  'icon-192.png': await sandMark(192, { rounding: 0.1875 }),
  'icon-512.png': await sandMark(512, { rounding: 0.1875 }),
  'icon-maskable-512.png': await sandMark(512, { scale: 0.78 }),
}

await mkdir(folder, { recursive: true })
for (const [name, content] of Object.entries(icons)) {
  await writeFile(join(folder, name), content)
  console.log(`${name}  ${(content.length / 1024).toFixed(1)} KB`)
}

async function strokePng(side: number): Promise<Buffer> {
  return sharp(Buffer.from(stroke), { density: (72 * side) / 64 })
    .resize(side, side)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** @see https://en.wikipedia.org/wiki/ICO_(file_format) — a directory of pictures, each a PNG of its own. */
function iconFile(pictures: { side: number; png: Buffer }[]): Buffer {
  const header = Buffer.from([0, 0, 1, 0, pictures.length, 0])
  let offset = header.length + 16 * pictures.length
  const entries = pictures.map(({ side, png }) => {
    const entry = Buffer.alloc(16)
    entry.set([side, side, 0, 0, 1, 0, 32, 0])
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)])
}
