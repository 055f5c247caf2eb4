/*
 * Draws the artwork of the content for the build, once per variant: lists and cards scale it down. Larger ones are
 * drawn when they are first requested. Images of an earlier build are kept while the generator is the same.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join, resolve } from 'node:path'
import pLimit from 'p-limit'
import { parse } from 'yaml'
import type { ArtworkPixels } from '../platform/figures/art/draw-artwork.ts'
import { artworkFile, createArtworkDrawer, smallestDrawn, storeArtwork } from '../platform/figures/render-artwork.ts'
import { platformArtDirection } from '../features/platforms/art-directions.ts'
import type { Platform } from '../features/platforms/contract.ts'
import { tokenArtDirection } from '../features/tokens/art-directions.ts'
import { type ArtDirection, collectionArtDirection, deriveArtDirection } from '../shared/art-direction.ts'

type Entry = { slug: string; variant: 'square' | 'portrait'; direction: ArtDirection }

/** Lists the artwork that the content names. Invalid content is reported at startup. */
export function listArtwork(contentDir: string): Entry[] {
  const read = (path: string) => parse(readFileSync(join(contentDir, path), 'utf8')) as Record<string, unknown> | null
  const folder = (name: string, file: string) =>
    readdirSync(join(contentDir, name)).flatMap((slug) => {
      const path = join(name, slug, file)
      return existsSync(join(contentDir, path))
        ? [{ slug, artwork: read(path)?.artwork as ArtDirection | undefined }]
        : []
    })
  const artists = folder('artists', 'artist.yaml').map(({ slug, artwork }) => ({
    slug,
    variant: 'portrait' as const,
    direction: artwork ?? deriveArtDirection(slug),
  }))
  const books = folder('books', 'book.yaml').map(({ slug, artwork }) => ({
    slug,
    variant: 'square' as const,
    direction: artwork ?? deriveArtDirection(slug, 'engraving'),
  }))
  const collections = read('collections.yaml') as unknown as { slug: string; artistSlug?: string }[] | null
  const prints = (collections ?? []).map(({ slug, artistSlug }) => ({
    slug,
    variant: 'square' as const,
    direction: collectionArtDirection(slug, artists.find((artist) => artist.slug === artistSlug)?.direction),
  }))
  const platforms = read('platforms.yaml') as unknown as Pick<Platform, 'id' | 'category'>[] | null
  const plates = [
    ...(platforms ?? []).map(({ id, category }) => ({ slug: id, direction: platformArtDirection({ category }) })),
    ...['swdz', 'swdx'].map((slug) => ({ slug, direction: tokenArtDirection(slug)! })),
  ].map((plate) => ({ ...plate, variant: 'square' as const }))
  return [...artists, ...books, ...prints, ...plates]
}

/** Draws missing artwork in a folder and removes artwork that is no longer named. */
export async function buildArtwork(entries: readonly Entry[], dir: string, generator: string): Promise<void> {
  const stamp = join(dir, 'generator')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== generator) rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  writeFileSync(stamp, generator)
  const pictures = entries.map((entry) => ({
    ...entry,
    // The square is the middle of the portrait.
    files: (entry.variant === 'portrait' ? (['portrait', 'square'] as const) : (['square'] as const)).map(
      (variant) => ({
        variant,
        path: join(dir, artworkFile({ slug: entry.slug, variant, width: smallestDrawn }, entry.direction)),
      }),
    ),
  }))
  const named = new Set(['generator', ...pictures.flatMap(({ files }) => files.map(({ path }) => basename(path)))])
  for (const name of readdirSync(dir)) if (!named.has(name)) rmSync(join(dir, name))
  const drawers = Array.from({ length: Math.min(4, availableParallelism()) }, createArtworkDrawer)
  const atOnce = pLimit(2 * drawers.length)
  let turn = 0
  await Promise.all(
    pictures
      .filter(({ files }) => files.some(({ path }) => !existsSync(path)))
      .map(({ files, ...picture }) =>
        atOnce(async () => {
          const draw = drawers[(turn += 1) % drawers.length]!
          const drawn = await draw({ ...picture, width: smallestDrawn })
          for (const { variant, path } of files)
            writeFileSync(path, await storeArtwork(variant === picture.variant ? drawn : middleOf(drawn)))
        }),
      ),
  )
}

/** Cuts the square out of the middle of a portrait. */
function middleOf({ pixels, width, height }: ArtworkPixels): ArtworkPixels {
  const row = Math.floor((height - width) / 2)
  return { pixels: pixels.slice(row * width * 3, (row + width) * width * 3), width, height: width }
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const hash = createHash('sha256')
  for (const file of globSync(['platform/figures/**/*.ts', 'shared/chladni*.ts'], { cwd: root }).toSorted())
    hash.update(file).update(readFileSync(join(root, file)))
  await buildArtwork(listArtwork(join(root, 'content')), join(root, 'build/artwork'), hash.digest('hex'))
}
