import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FigureKeysContext, PageImagesContext, readFigureKeys } from './figure-keys.ts'
import { Figure } from './figure.tsx'

test('an artwork is decorative, lazy-loaded, and reserves its space', () => {
  const html = renderToStaticMarkup(<Figure slug="rio-swade" sizes="50vw" />)
  expect(html).toContain('alt=""')
  expect(html).toContain('loading="lazy"')
  expect(html).toContain('decoding="async"')
  expect(html).toContain('width="640" height="640"')
  expect(html).toContain('sizes="50vw"')
  for (const width of [160, 320, 480, 640, 960, 1600])
    expect(html).toContain(`/figures/rio-swade.square.${width}.v2 ${width}w`)
  expect(html).not.toContain('style=')
})

test('the address has the key of the art direction in every width, or that of sand without one', () => {
  const keys = readFigureKeys('rio-swade:0a1b2c3d nova-swade:4e5f6071')
  const draw = (slug: string) =>
    renderToStaticMarkup(
      <FigureKeysContext value={keys}>
        <Figure slug={slug} />
      </FigureKeysContext>,
    )
  expect(draw('rio-swade').match(/\.0a1b2c3d/g)).toHaveLength(7)
  expect(draw('nova-swade')).toContain('/figures/nova-swade.square.640.4e5f6071')
  expect(draw('journey')).toContain('/figures/journey.square.640.v2')
  expect(readFigureKeys('').get('journey')).toBeUndefined()
})

test('the artwork of the first screen is loaded first', () => {
  const html = renderToStaticMarkup(<Figure slug="home" variant="wide" width={1600} priority />)
  expect(html).toContain('loading="eager"')
  expect(html.toLowerCase()).toContain('fetchpriority="high"')
  expect(html).toContain('width="1600" height="900"')
})

test("the owner's image is shown over the artwork as its placeholder", () => {
  const html = renderToStaticMarkup(
    <Figure slug="rio-swade" image="https://pictures.example/rio.jpg" alt="Rio Swade" width={300} />,
  )
  expect(html).toContain('src="https://pictures.example/rio.jpg"')
  expect(html).toContain('alt="Rio Swade"')
  expect(html).toContain('/figures/rio-swade.square.320.v2')
  expect(html).not.toContain('srcSet')
})

test('the image of a page replaces its artwork, and an image of the entry takes precedence', () => {
  const images = { market: { image: `/media/images/${'a'.repeat(32)}.webp`, alt: 'A stall' } }
  const draw = (slug: string, image?: string) =>
    renderToStaticMarkup(
      <PageImagesContext value={images}>
        <Figure slug={slug} {...(image !== undefined && { image })} sizes="10rem" />
      </PageImagesContext>,
    )
  expect(draw('market')).toContain(`src="${images.market.image}"`)
  expect(draw('market')).toContain(`srcSet="/media/images/${'a'.repeat(32)}-480.webp 480w, `)
  // Where it is decoration, it needs no description.
  expect(draw('market')).toContain('alt=""')
  expect(draw('market', '')).toContain(images.market.image)
  expect(draw('market', 'https://pictures.example/own.jpg')).toContain('src="https://pictures.example/own.jpg"')
  for (const other of ['tokens', 'constructor', '__proto__'])
    expect(draw(other)).toContain(`src="/figures/${other}.square.640.v2"`)
})

test('an empty address shows the artwork', () => {
  const html = renderToStaticMarkup(<Figure slug="rio-swade" image="" />)
  expect(html).toContain('src="/figures/rio-swade.square.640.v2"')
})

test('an artwork with a transition name is shared with the next page', () => {
  expect(renderToStaticMarkup(<Figure slug="rio-swade" transitionName="figure-rio-swade" />)).toContain(
    'view-transition-name:figure-rio-swade',
  )
})
