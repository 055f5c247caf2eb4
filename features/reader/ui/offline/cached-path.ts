import { splitLocale } from '#shared/locales.ts'
import { textForm } from '#features/reader/paths.ts'

/** Paths of a book that can be cached. */
export type CachedPath =
  | { kind: 'document'; bookId: string }
  | { kind: 'manifest'; bookId: string }
  | { kind: 'image'; bookId: string; edition: string; page: number; width: number }
  | { kind: 'text'; bookId: string; edition: string; page: number }

const book = '[a-z0-9-]{1,80}'
const documentPath = new RegExp(`^/book/(${book})/read$`)
const manifestPath = new RegExp(`^/api/reader/(${book})$`)
const imagePath = new RegExp(`^/api/reader/(${book})/([0-9a-f]{16})/pages/(\\d{1,5})-(\\d{1,5})\\.webp$`)
const textPath = new RegExp(`^/api/reader/(${book})/([0-9a-f]{16})/${textForm}/(\\d{1,5})\\.json$`)

/** Returns whether a path is a build asset, whose name changes with its content. */
export const isAsset = (pathname: string) => /^\/assets\/[\w.-]+$/.test(pathname)

/** @returns undefined for all other paths: audio, search, checkout, other calls and pages. */
export function parseCachedPath(pathname: string): CachedPath | undefined {
  // Only pages have a language.
  const [, documentOf] = documentPath.exec(splitLocale(pathname).path) ?? []
  if (documentOf) return { kind: 'document', bookId: documentOf }
  const [, manifestOf] = manifestPath.exec(pathname) ?? []
  if (manifestOf) return { kind: 'manifest', bookId: manifestOf }
  const [, imageOf, imageEdition, imagePage, width] = imagePath.exec(pathname) ?? []
  if (imageOf)
    return { kind: 'image', bookId: imageOf, edition: imageEdition!, page: Number(imagePage), width: Number(width) }
  const [, textOf, textEdition, textPage] = textPath.exec(pathname) ?? []
  if (textOf) return { kind: 'text', bookId: textOf, edition: textEdition!, page: Number(textPage) }
  return undefined
}

/** Returns the paths of build assets in a document or script. */
export function assetsNamedIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\/assets\/[\w.-]+\.(?:js|css|svg|woff2)/g)].map(([path]) => path))]
}
