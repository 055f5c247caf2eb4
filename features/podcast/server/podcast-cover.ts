import { palette, hexOf } from '#platform/figures/art/palette.ts'
import type { RenderArtwork } from '#platform/figures/render-artwork.ts'
import { sharp } from '#platform/sharp.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { deriveArtDirection } from '#shared/art-direction.ts'
import type { Book } from '#features/books/contract.ts'

/** Side of the cover in pixels; directories accept 1400 to 3000. */
const side = 1600

/**
 * Renders the square cover of a podcast: the uploaded cover of the book on our background, otherwise its artwork. A
 * cover on another site is not fetched.
 *
 * @returns A JPEG image, under 512 KB.
 */
export async function renderPodcastCover(
  { id, coverImage, artwork = deriveArtDirection(id, 'engraving') }: Book,
  storage: Storage,
  renderArtwork: RenderArtwork,
): Promise<Buffer> {
  const ground = hexOf(palette.plate)
  const uploaded = /^\/media\/(books\/.+)$/.exec(coverImage)?.[1]
  const cover = uploaded && (await storage.stat(uploaded)) ? await bytesOf(storage, uploaded) : undefined
  const image = cover
    ? sharp(cover).resize(side, side, { fit: 'contain', background: ground })
    : sharp(await renderArtwork({ slug: id, variant: 'square', width: side }, artwork))
  return image.flatten({ background: ground }).jpeg({ quality: 72, mozjpeg: true }).toBuffer()
}

async function bytesOf(storage: Storage, key: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.open(key, {})) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
