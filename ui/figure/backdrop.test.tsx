import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Backdrop } from './backdrop.tsx'
import { PageImagesContext } from './figure-keys.ts'

test('an image of the owner replaces the artwork, with its description', () => {
  const image = `/media/images/${'b'.repeat(32)}.webp`
  const draw = (slug: string) =>
    renderToString(
      <PageImagesContext value={{ books: { image, alt: 'A shelf' } }}>
        <Backdrop slug={slug} />
      </PageImagesContext>,
    )
  expect(draw('books')).toContain(`src="${image}"`)
  expect(draw('books')).toContain('alt="A shelf"')
  expect(draw('books')).toContain('-960.webp 960w')
  // The artwork is the placeholder.
  expect(draw('books')).toMatch(/background-image:url\([^)]*\/figures\/books\.wide\.960/)
  expect(draw('books')).not.toContain('srcSet="/figures/')
  expect(draw('market')).toContain('/figures/market.')
})

test('a page preloads its backdrop before anything else in its head, in the crop for the screen', () => {
  const html = renderToString(
    <html lang="en">
      <head>
        <link rel="preload" href="/font.woff2" as="font" crossOrigin="anonymous" />
      </head>
      <body>
        <Backdrop slug="books" />
      </body>
    </html>,
  )
  const links = html.match(/<link [^>]*>/g) ?? []
  expect(links).toHaveLength(3)
  expect(links[0]).toMatch(/as="image".*books\.cover\.320\.v2 320w.*media="\(max-width: 48rem\)"/)
  expect(links[1]).toMatch(/as="image".*books\.wide\.320\.v2 320w.*media="not all and \(max-width: 48rem\)"/)
  expect(links[2]).toContain('/font.woff2')
})
