import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Backdrop } from './backdrop.tsx'

test('a page asks for its backdrop before anything else in its head, in the cut of the screen', () => {
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
