import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { policyHash } from '#platform/secrets.ts'
import { embedCode } from '#features/embeds/contract.ts'
import { embedHeaders, embedHtml, type EmbedDocument } from './embed-document.ts'
import { oembedXml } from './oembed.ts'

const embed: EmbedDocument = {
  locale: 'en',
  kind: 'track',
  name: 'Song by Artist',
  title: 'Song',
  subtitle: 'Artist',
  page: 'https://swade.example/artist/a-swade',
  artwork: '/figures/v1/a-swade.square.320.webp',
  audio: '/artist/a-swade/track.mp3',
  durationSeconds: 90,
  badge: 'AI-generated',
  openLabel: 'Open on Swade',
  texts: { play: 'Play Song', stop: 'Pause Song', loading: '', failed: '', offAir: '', position: '' },
}

const hostile = `</title></style><script>alert(1)</script>"' onload="x" & {{a}}`

test('no text of an artist can add markup, and the script gets it unchanged', () => {
  const html = embedHtml({
    ...embed,
    name: hostile,
    title: hostile,
    subtitle: hostile,
    badge: hostile,
    texts: { ...embed.texts, play: hostile },
  })
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html).not.toContain('onload="x"')
  const texts = /data-texts="([^"]*)"/.exec(html)![1]!
  const decoded = parseDocument(`<p data-texts="${texts}">`).children[0] as { attribs: Record<string, string> } & object
  expect(JSON.parse(decoded.attribs['data-texts']!).play).toBe(hostile)
})

test("without its script the document plays with the browser's controls, and loads nothing in advance", () => {
  expect(embedHtml(embed)).toContain('<audio controls preload="none" src="/artist/a-swade/track.mp3"></audio>')
})

test('the policy allows exactly the style sheet of the document', () => {
  const style = /<style>([\s\S]*)<\/style>/.exec(embedHtml(embed))![1]!
  expect(embedHeaders(undefined)['content-security-policy']).toContain(`style-src '${policyHash(style)}'`)
})

test('the policy allows audio of an external station only from its own origin', () => {
  const own = embedHeaders(undefined)
  expect(own['content-security-policy']).toContain("media-src 'self';")
  expect(own['cross-origin-embedder-policy']).toBe('require-corp')
  const foreign = embedHeaders('https://station.example')
  expect(foreign['content-security-policy']).toContain("media-src 'self' https://station.example;")
  expect(foreign).not.toHaveProperty('cross-origin-embedder-policy')
})

test('the embed code for other sites is a single frame, whatever the title', () => {
  const code = embedCode({ src: 'https://swade.example/embed/radio?a=1&lang=es', title: '"><script>alert(1)</script>' })
  const { children } = parseDocument(code)
  expect(children).toHaveLength(1)
  expect(children[0]).toMatchObject({
    name: 'iframe',
    attribs: { src: 'https://swade.example/embed/radio?a=1&lang=es', title: '"><script>alert(1)</script>' },
  })
})

test('oEmbed as XML escapes the code of the frame', () => {
  const reply = { version: '1.0', type: 'rich', title: 'A & <b>', html: '<iframe src="x"></iframe>' }
  const xml = oembedXml(reply as Parameters<typeof oembedXml>[0])
  const [root] = parseDocument(xml, { xmlMode: true }).children.filter((node) => node.type === 'tag')
  const fields = (root as { children: { type: string; name: string; children: { data: string }[] }[] }).children
  const html = fields.find(({ name }) => name === 'html')!
  expect(html.children.map(({ data }) => data).join('')).toBe('<iframe src="x"></iframe>')
})
