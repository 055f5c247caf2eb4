import { parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const origin = 'https://swade.example'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ environment: { PUBLIC_ORIGIN: origin }, pageBuild: loadSourcePages })
})
afterAll(() => site.close())

const get = (url: string) => site.app.inject({ url, headers: { host: 'swade.example' } })
const oembed = (url: string, rest = '') => get(`/oembed?url=${encodeURIComponent(url)}${rest}`)
const withTrack = () =>
  site.services.artists.list().flatMap(({ slug }) => (site.services.artists.find(slug)?.featuredTrack ? slug : []))

test('any site may frame the players, but no other page of this site', async () => {
  for (const url of [`/embed/track/${withTrack()[0]}`, '/embed/radio', '/embed/radio?lang=es']) {
    const { statusCode, headers } = await get(url)
    expect(statusCode, url).toBe(200)
    expect(headers['content-security-policy'], url).toMatch(
      /^default-src 'none'; script-src 'self';.*frame-ancestors \*;/,
    )
    expect(headers['cross-origin-resource-policy'], url).toBe('cross-origin')
    expect(Object.keys(headers), url).not.toContain('x-frame-options')
    expect(Object.keys(headers), url).not.toContain('set-cookie')
  }
  for (const url of [
    '/',
    '/radio',
    '/developers',
    `/artist/${withTrack()[0]}`,
    '/embed/track/nobody-swade',
    '/embed',
    '/embed/radio/x',
  ]) {
    const { headers } = await get(url)
    expect(headers['content-security-policy'], url).toContain("frame-ancestors 'self'")
    expect(headers['x-frame-options'], url).toBe('SAMEORIGIN')
  }
})

test('every artist with a track has a player in both languages; the others have none', async () => {
  expect(withTrack().length).toBeGreaterThan(5)
  for (const slug of withTrack()) {
    const { body } = await get(`/embed/track/${slug}`)
    expect(body, slug).toContain(`src="/artist/${slug}/track.mp3"`)
    expect(body, slug).toContain('AI-generated')
    expect((await get(`/embed/track/${slug}?lang=es`)).body, slug).toContain('<html lang="es">')
  }
  const reply = await get('/embed/track/nobody-swade')
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'not-found'])
})

test('a page with a player links to its oEmbed address, which returns a working frame', async () => {
  for (const page of [`/artist/${withTrack()[0]}`, `/es/artist/${withTrack()[1]}`, '/radio', '/es/radio']) {
    const { body } = await get(page)
    const [, href = ''] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(body) ?? []
    expect(href, page).toMatch(/^https:\/\/swade\.example\/oembed\?url=/)
    const reply = await get(href.slice(origin.length).replaceAll('&amp;', '&'))
    expect(reply.json(), page).toMatchObject({
      version: '1.0',
      type: 'rich',
      provider_name: 'Swade',
      title: expect.any(String),
      width: 480,
      height: 152,
      thumbnail_url: expect.stringMatching(/^https:\/\/swade\.example\/share\//),
    })
    const [frame] = parseDocument(reply.json().html).children as { name: string; attribs: Record<string, string> }[]
    expect(frame!.name).toBe('iframe')
    const player = await get(frame!.attribs['src']!.slice(origin.length))
    expect(player.body, page).toContain(`<html lang="${page.startsWith('/es') ? 'es' : 'en'}">`)
    const thumbnail = await get(reply.json().thumbnail_url.slice(origin.length))
    expect([thumbnail.statusCode, thumbnail.headers['content-type']], page).toEqual([200, 'image/png'])
  }
})

test('the station plays under every host name of the site, because its address is a path', async () => {
  expect((await get('/embed/radio')).body).toContain('<audio controls preload="none" src="/radio/stream.mp3">')
})

test('pages without a player have no oEmbed link', async () => {
  for (const page of ['/', '/books', '/market']) expect((await get(page)).body, page).not.toContain('json+oembed')
})

test('the document of a Spanish page is in Spanish and leads to Spanish pages', async () => {
  const english = (await oembed(`${origin}/artist/nova-swade`)).json()
  const spanish = (await oembed(`${origin}/es/artist/nova-swade`)).json()
  expect(english).toMatchObject({
    title: 'Slow Voltage by Nova Swade',
    author_url: `${origin}/artist/nova-swade`,
    html: expect.stringContaining(`src="${origin}/embed/track/nova-swade"`),
  })
  expect(spanish).toMatchObject({
    title: 'Slow Voltage, de Nova Swade',
    author_url: `${origin}/es/artist/nova-swade`,
    html: expect.stringContaining(`src="${origin}/embed/track/nova-swade?lang=es"`),
  })
  expect((await oembed(`${origin}/es/radio`)).json()).toMatchObject({
    author_url: `${origin}/es/radio`,
    html: expect.stringContaining(`src="${origin}/embed/radio?lang=es"`),
  })
})

test('a frame is never larger than the consumer allows', async () => {
  const url = `${origin}/radio`
  expect((await oembed(url, '&maxwidth=300&maxheight=100')).json()).toMatchObject({ width: 300, height: 100 })
  expect((await oembed(url, '&maxwidth=4000')).json()).toMatchObject({ width: 480, height: 152 })
  expect((await oembed(url, '&maxwidth=300')).json().html).toContain('width="300" height="152"')
})

test.each([
  ['an unknown artist', `${origin}/artist/nobody-swade`, '', 404],
  ['a page without a player', `${origin}/books`, '', 404],
  ['another site', 'https://evil.example/artist/nova-swade', '', 404],
  ['a host that starts like ours', `${origin}.evil.example/radio`, '', 404],
  ['a user name that looks like ours', `https://swade.example@evil.example/radio`, '', 404],
  ['another scheme', 'javascript:alert(1)', '', 404],
  ['no address', '', '', 400],
  ['a width that is not a number', `${origin}/radio`, '&maxwidth=wide', 400],
  ['a height of zero', `${origin}/radio`, '&maxheight=0', 400],
  ['an unknown format', `${origin}/radio`, '&format=yaml', 400],
])('oEmbed for %s is rejected with a sentence', async (_name, url, rest, status) => {
  const reply = await oembed(url, rest)
  expect(reply.statusCode).toBe(status)
  expect(reply.json().detail).toMatch(/^.{20,}\.$/)
})

test('oEmbed also answers in XML', async () => {
  const reply = await oembed(`${origin}/embed/radio`, '&format=xml')
  expect(reply.headers['content-type']).toBe('text/xml; charset=utf-8')
  expect(reply.body).toContain('<type>rich</type>')
})
