import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssueContent } from '#features/issues/contract.ts'
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { ownerCookie, ownOrigin } from '#tests/support/sign-in-owner.ts'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

const actor = 'owner@swade.example'
/** Two hosts share one database and one bucket. */
let server: S3Server
let site: TestSite
let other: TestSite
let cookie: string

beforeAll(async () => {
  server = await startS3Server()
  site = await buildTestSite({ environment: server.environment, pageBuild: loadSourcePages })
  other = await buildTestSite({
    environment: server.environment,
    pageBuild: loadSourcePages,
    connect: async () => ({ ...site.database, close: async () => undefined }),
  })
  cookie = await ownerCookie(site)
}, 90_000)
afterAll(async () => {
  await other.close()
  await site.close()
  await server.stop()
})

const read = async (url: string, from = site) => (await from.app.inject(url)).body
const save = async (values: Record<string, string>) => {
  const { revision } = await site.services.settings.read()
  return site.services.settings.save(values, revision, actor)
}

function upload(file: Buffer, accept = 'application/json') {
  const edge = 'an-edge'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n`
  return site.app.inject({
    method: 'POST',
    url: '/api/owner/logo',
    headers: { cookie, accept, 'origin': ownOrigin, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
}
const picture = (width: number, height: number, background = '#ffd400') =>
  sharp({ create: { width, height, channels: 4, background } })

test('a new name is used in pages of both languages, feeds, machine-readable files and emails, and the default disappears', async () => {
  const before = await read('/')
  expect(before).toContain('<title>Swade</title>')
  expect(before).not.toContain('--color-live:')
  // Cached responses have the old name.
  const named = [
    '/newsletter/feed.xml',
    '/journey/feed.xml',
    '/artist/luma-swade/feed.xml',
    '/llms.txt',
    '/api/venue/events.ics',
  ]
  for (const url of named) expect(await read(url), url).toContain('Swade')
  const shareBefore = (await site.app.inject('/share/page/home.png')).rawPayload

  expect(await save({ SITE_NAME: "Jane's Night Bus" })).toEqual({ problems: {} })
  const name = 'Jane’s Night Bus'
  const home = await read('/')
  expect(home).toContain(`<title>${name}</title>`)
  expect(home).toContain(`property="og:site_name" content="${name}"`)
  expect(home).toContain(`"name":"${name}"`)
  expect(home).toContain(`© 2025 ${name}.`)
  expect(home).toContain(`${name} Fam`)
  expect(await read('/es')).toContain(`© 2025 ${name}. Cuarenta`)
  expect(await read('/books')).toMatch(new RegExp(`<title>[^<]+ · ${name}</title>`))
  for (const page of ['/terms', '/privacy', '/imprint', '/es/terms', '/es/privacy']) {
    const body = (await read(page)).replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    expect(body, page).toContain(name)
    expect(body, page).not.toMatch(/\bSwade\b/)
  }
  expect((await site.app.inject('/site.webmanifest')).json()).toMatchObject({ name, short_name: name, lang: 'en' })
  for (const url of named) expect(await read(url), url).toContain(name)
  expect((await site.app.inject('/api/')).json()).toEqual({ message: `${name} is on the air.` })
  expect((await site.app.inject('/api/radio/now-playing')).json().station.name).toBe(`${name} Radio`)
  expect((await site.app.inject('/share/page/home.png')).rawPayload.equals(shareBefore)).toBe(false)

  await site.services.subscribers.subscribe(
    { email: 'fan@example.com', first_name: '', last_name: '' },
    { form: 'api', clientAddress: '198.51.100.7', locale: 'es' },
  )
  const welcome = (await site.mails(2)).find(({ to }) => to?.[0]?.address === 'fan@example.com')
  expect(welcome?.from).toMatchObject({ name, address: 'hello@swade.example' })
  expect(welcome?.subject).toContain(name)
  expect(welcome?.html).not.toMatch(/>\s*Swade\s*</)
})

test('the other host shows the name, the color and the logo after it was notified of them', async () => {
  expect(await read('/', other)).toContain('<html')
  expect(await save({ SITE_NAME: 'Night Bus', ACCENT_COLOR: '#7FD1FF' })).toEqual({ problems: {} })
  const reply = await upload(await picture(600, 200).png().toBuffer())
  expect(reply.statusCode, reply.body).toBe(200)
  await expect.poll(() => read('/', other), { timeout: 20_000 }).toContain('/identity/')
  const page = await read('/', other)
  expect(page).toContain('style="--color-live:#7fd1ff"')
  const logo = /src="(\/identity\/[\w-]+\/logo\.webp)"/.exec(page)?.[1] ?? ''
  expect(page).toContain('alt="Night Bus"')
  const [here, there] = [await site.app.inject(logo), await other.app.inject(logo)]
  expect([there.statusCode, there.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(there.headers['cache-control']).toContain('immutable')
  expect(there.rawPayload.equals(here.rawPayload)).toBe(true)
  for (const icon of (await other.app.inject('/site.webmanifest')).json<{ icons: { src: string; sizes: string }[] }>()
    .icons) {
    const { rawPayload } = await other.app.inject(icon.src)
    const { width, height, format } = await sharp(rawPayload).metadata()
    expect([format, `${width}x${height}`]).toEqual(['png', icon.sizes])
  }
  await site.services.settings.setLogo(undefined, actor)
  expect(await read('/')).not.toContain('/identity/')
  const { changes } = await site.services.settings.read()
  expect(changes.slice(0, 2).map(({ summary }) => summary)).toEqual(['Logo: removed', 'Logo: uploaded'])
  await site.services.settings.restore(changes[1]!.revision, actor)
  expect(await read('/')).toContain(logo)
  expect(await save({ SITE_NAME: 'Night Bus' })).toEqual({ problems: {} })
  expect(await read('/'), 'the form has no logo field, so it stays').toContain(logo)
})

test('an unreadable color and an unusable name are rejected with the reason, and nothing changes', async () => {
  const { revision } = await site.services.settings.read()
  const { problems } = await save({ SITE_NAME: '<b>Bus</b>', ACCENT_COLOR: '#2050c0' })
  expect(problems['ACCENT_COLOR']).toBe(
    'This color has a contrast of 2.5:1 on cards (#1a1613); it needs at least 4.5:1. Choose a lighter color.',
  )
  expect(problems['SITE_NAME']).toContain('not allowed: < >')
  expect((await site.services.settings.read()).revision).toBe(revision)
})

test('the type of a logo is detected from its content; it must be a still image of a usable size, and is always re-encoded', async () => {
  const refusal = async (file: Buffer) => {
    const { statusCode, body } = await upload(file)
    expect(statusCode, body).toBe(400)
    return JSON.parse(body).detail as string
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script></svg>'
  expect(await refusal(Buffer.from(svg))).toBe('Unsupported image type. Use JPEG, PNG, WebP or AVIF.')
  expect(await refusal(Buffer.from('GIF89a but nothing more'))).toContain('Unsupported image type')
  expect(await refusal(await picture(300, 300).gif().toBuffer())).toContain('Unsupported image type')
  expect(await refusal((await picture(300, 300).png().toBuffer()).subarray(0, 200))).toContain('damaged')
  expect(await refusal(await picture(100, 60).png().toBuffer())).toContain('100 × 60 pixels')
  expect(await refusal(await picture(900, 40).png().toBuffer())).toContain('8 times')
  expect((await upload(Buffer.alloc(6 * 1024 * 1024))).statusCode).toBe(413)

  const dark = await upload(await picture(300, 100, '#202020').jpeg().withMetadata().toBuffer())
  expect(dark.json()).toMatchObject({ success: true, warning: expect.stringContaining('hard to see') })
  const stored = await site.app.inject(`/identity/${dark.json<{ id: string }>().id}/logo.png`)
  expect((await sharp(stored.rawPayload).metadata()).exif).toBeUndefined()
  expect(await site.storage.list('incoming/')).toEqual([])

  const plain = await upload(await picture(300, 100).webp().toBuffer(), 'text/html')
  expect([plain.statusCode, plain.headers.location]).toEqual([303, '/admin/settings?logo=saved'])
  const refused = await upload(Buffer.from(svg), 'text/html')
  expect(refused.headers.location).toContain('/admin/settings?refused=Unsupported')
  const stranger = await site.app.inject({ method: 'POST', url: '/api/owner/logo', headers: { origin: ownOrigin } })
  expect(stranger.statusCode).toBe(401)
  for (const url of [
    '/identity/nothing/logo.png',
    '/identity/0123456789abcdef-10x10/logo.png',
    '/identity/x/../../etc',
  ])
    expect((await site.app.inject(url)).statusCode, url).toBe(404)
})

test('the manifest has the language of the page that links to it', async () => {
  expect(await read('/')).toContain('<link rel="manifest" href="/site.webmanifest"/>')
  expect(await read('/es')).toContain('<link rel="manifest" href="/site.webmanifest?language=es"/>')
  const spanish = (await site.app.inject('/site.webmanifest?language=es')).json()
  expect(spanish).toMatchObject({ id: '/', lang: 'es', start_url: '/es', scope: '/' })
  expect(spanish.description).toBe('Un ecosistema de música con IA y tecnología creativa.')
  expect(spanish.shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])).toContainEqual([
    'Libros',
    '/es/books',
  ])
  expect((await site.app.inject('/site.webmanifest?language=xx')).json()).toMatchObject({ lang: 'en', start_url: '/' })
})

test('the archive, issues and emails to visitors have the logo and the color; without them, the name alone', async () => {
  const content: IssueContent = {
    content: '',
    html_content: '<p><a href="https://a.example/">One</a></p>',
    summary: '',
    preheader: '',
    featured_sources: [],
    key_insights: [],
    ai_insights: [],
    freemium_tools: [],
    written_by: '',
  }
  const issue = { title: 'An issue', slug: 'an-issue', content, isCounted: false }
  const welcomeTo = async (email: string) => {
    const { mails, services } = site
    const person = { email, first_name: '', last_name: '' }
    await services.subscribers.subscribe(person, { form: 'api', clientAddress: '198.51.100.9', locale: 'en' })
    const find = async () => (await mails(0)).find(({ to }) => to?.[0]?.address === email)?.html
    await expect.poll(find).toBeDefined()
    return (await find()) ?? ''
  }

  await site.services.settings.setLogo(undefined, actor)
  expect(await save({ SITE_NAME: 'Night Bus' })).toMatchObject({ problems: {} })
  const plain = [
    (await site.services.issues.write(issue)).html,
    await welcomeTo('plain@example.com'),
    await read('/newsletter'),
  ]
  for (const html of plain) {
    expect(html).toContain('Night Bus')
    expect(html).not.toContain('/identity/')
    expect(html).not.toContain('#7fd1ff')
  }

  expect(await save({ SITE_NAME: 'Night Bus', ACCENT_COLOR: '#7FD1FF' })).toEqual({ problems: {} })
  const { id } = (await upload(await picture(600, 200).png().toBuffer())).json<{ id: string }>()
  const logo = `src="http://localhost:3000/identity/${id}/logo.png" alt="Night Bus"`
  const { html } = await site.services.issues.write(issue)
  expect(html).toContain(logo)
  expect(html).toContain('color:#7fd1ff')
  const welcome = await welcomeTo('colored@example.com')
  expect(welcome).toContain(logo)
  expect(welcome).toContain('color:#7fd1ff')
  const archive = await read('/newsletter')
  expect(archive).toContain('style="--color-live:#7fd1ff"')
  expect(archive).toContain(`src="/identity/${id}/logo.webp"`)
})
