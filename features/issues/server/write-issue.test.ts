import { expect, test } from 'vitest'
import { type IssueContent, templateVariablePattern } from '#features/issues/contract.ts'
import { contrastOf } from '#shared/colours.ts'
import { compileIssue } from './render-template.ts'
import { hostileHtml } from './test-hostile-html.ts'
import { writeIssue } from './write-issue.ts'

const house = {
  origin: 'https://swade.example',
  name: 'Swade',
  postalAddress: '1 Ferry Street, Harbor City',
  accent: undefined,
  logo: undefined,
}
const nothing: IssueContent = {
  content: '',
  html_content: '',
  summary: '',
  preheader: '',
  featured_sources: [],
  key_insights: [],
  ai_insights: [],
  freemium_tools: [],
  written_by: '',
}
const issue = (content: Partial<IssueContent>, title = 'On the air', isCounted = true) => ({
  title,
  slug: 'on-the-air',
  content: { ...nothing, ...content },
  isCounted,
})
const placesIn = (words: string) =>
  [...words.matchAll(new RegExp(templateVariablePattern.source, 'g'))].map(([place]) => place)
const values = {
  firstName: 'Ada',
  unsubscribeUrl: 'https://swade.example/u?a=1&b=2',
  preferencesUrl: 'https://swade.example/p',
}
const counting = {
  openUrl: 'https://swade.example/t/o/x.gif',
  linkUrl: (number: number) => `https://swade.example/t/c/${number}`,
}

test('an email has its variables, unsubscribe links, postal address and tracking pixel', async () => {
  const written = await writeIssue(
    house,
    issue({ html_content: '<p>Hear <a href="https://a.example/?x=1&amp;y=2">this</a></p>' }),
  )
  expect(written.subject).toBe('On the air')
  expect(placesIn(written.html)).toEqual([
    '{{first_name}}',
    '{{link:1}}',
    '{{preferences_url}}',
    '{{unsubscribe_url}}',
    '{{open_url}}',
  ])
  expect(written.links).toEqual(['https://a.example/?x=1&amp;y=2'.replace('&amp;', '&')])
  expect(placesIn(written.text)).toEqual(['{{first_name}}', '{{preferences_url}}', '{{unsubscribe_url}}'])
  expect(written.text).toContain('this <https://a.example/?x=1&y=2>')
  for (const part of [written.html, written.text]) {
    expect(part).toContain('1 Ferry Street, Harbor City')
    expect(part).toContain('https://swade.example/newsletter/on-the-air')
  }
  expect(written.html).not.toContain('<!--')
})

test('each link has one number, in the order of the email', async () => {
  const source = (url: string) => ({ title: 'S', url })
  const { links, html } = await writeIssue(
    house,
    issue({
      html_content:
        '<p><a href="https://a.example/">1</a> <a href="https://b.example/">2</a> <a href="https://a.example/">1</a> <a href="mailto:a@b.example">no</a></p>',
      key_insights: [{ title: 'I', description: '', source: source('https://c.example/') }],
      freemium_tools: [{ name: 'T', description: '', source: source('https://b.example/') }],
      featured_sources: [source('https://d.example/')],
    }),
  )
  expect(links).toEqual(['https://a.example/', 'https://b.example/', 'https://c.example/', 'https://d.example/'])
  expect(placesIn(html).filter((place) => place.startsWith('{{link'))).toEqual(
    [1, 2, 1, 3, 2, 4].map((number) => `{{link:${number}}}`),
  )
  expect(html).toContain('mailto:a@b.example')
})

test('without tracking, links are unchanged and there is no pixel', async () => {
  const written = await writeIssue(
    house,
    issue({ html_content: '<p><a href="https://a.example/">x</a></p>' }, 'T', false),
  )
  expect(written).toMatchObject({ links: [], isCounted: false })
  expect(placesIn(written.html)).toEqual(['{{first_name}}', '{{preferences_url}}', '{{unsubscribe_url}}'])
  expect(written.html).toContain('href="https://a.example/"')
  expect(written.html).not.toContain('<img')
})

test('no content can inject a template variable', async () => {
  const sly = '{{unsubscribe_url}} {{{first_name}}} {{link:1}} {{open_url}}'
  const item = { description: sly, source: { title: sly, url: `https://x.example/${sly}` } }
  const written = await writeIssue(
    house,
    issue(
      {
        html_content: `<p>${sly} {<em></em>{first_name}} &#123;&#123;open_url}} <a href="https://x.example/{{open_url}}">x</a></p>`,
        summary: `Sum ${sly}`,
        preheader: sly,
        key_insights: [{ title: sly, ...item }],
        freemium_tools: [{ name: sly, ...item }],
        featured_sources: [item.source],
        written_by: sly,
      },
      `Title ${sly}`,
    ),
  )
  const own = placesIn(written.html).filter((place) => !place.startsWith('{{link'))
  expect(own).toEqual(['{{first_name}}', '{{preferences_url}}', '{{unsubscribe_url}}', '{{open_url}}'])
  expect(placesIn(written.text)).toEqual(['{{first_name}}', '{{preferences_url}}', '{{unsubscribe_url}}'])
  const email = compileIssue(written)({ ...values, counting })
  expect(email.html.match(/Ada/g)).toHaveLength(1)
  expect(email.text.match(/Ada/g)).toHaveLength(1)
})

test('an email contains the recipient’s name and links, escaped in HTML, with a fallback name', async () => {
  const fill = compileIssue(
    await writeIssue(house, issue({ html_content: '<p><a href="https://a.example/">x</a></p>' })),
  )
  const email = fill({ ...values, firstName: '<b>"{{open_url}}"', counting })
  expect(email.html).toContain('Hello &lt;b&gt;&quot;{{open_url}}&quot;,')
  expect(email.text).toContain('Hello <b>"{{open_url}}",')
  expect(email.html).toContain('href="https://swade.example/u?a=1&amp;b=2"')
  expect(email.text).toContain('Unsubscribe: https://swade.example/u?a=1&b=2')
  expect(email.html).toContain('href="https://swade.example/t/c/1"')
  expect(email.html).toContain('src="https://swade.example/t/o/x.gif"')
  expect(fill({ ...values, firstName: ' ' }).html).toContain('Hello there,')
})

test('a subscriber without tracking gets an untracked email', async () => {
  const fill = compileIssue(
    await writeIssue(house, issue({ html_content: '<p><a href="https://a.example/">x</a></p>' })),
  )
  const email = fill(values)
  expect(email.html).toContain('href="https://a.example/"')
  expect(email.html).not.toContain('<img')
  expect(email.html).not.toContain('/t/')
})

test('the summary is above the text unless the text starts with it', async () => {
  const above = await writeIssue(house, issue({ content: 'Words', html_content: '<p>Words</p>', summary: 'In short' }))
  expect(above.text).toContain('In short\n\nWords')
  const same = await writeIssue(
    house,
    issue({ content: 'Words and more', html_content: '<p>Words and more</p>', summary: 'Words' }),
  )
  expect(same.text.match(/Words/g)).toHaveLength(1)
})

test('hostile content is only text anywhere in the email', async () => {
  const ours =
    /^<\/?(?:html|head|meta|title|style|body|div|table|tbody|tr|td|p|h1|h2|h3|ul|ol|li|blockquote|strong|em|u|s|a|br|hr|img)\b[^<>]*>$/
  for (let from = 0; from < hostileHtml.length; from += 200) {
    const some = hostileHtml.slice(from, from + 200).join('\n')
    const item = { description: some, source: { title: some, url: 'https://x.example/' } }
    const { html } = await writeIssue(
      house,
      issue(
        {
          html_content: some,
          summary: `s ${some}`,
          preheader: some,
          key_insights: [{ title: some, ...item }],
          freemium_tools: [{ name: some, ...item }],
          featured_sources: [item.source],
          written_by: some,
        },
        some,
      ),
    )
    const tags =
      html
        .replace(
          '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
          '',
        )
        .match(/<[^<>]*>?|>/g) ?? []
    expect(tags.filter((tag) => !ours.test(tag))).toEqual([])
    // Event handler attributes, and addresses that run code.
    expect(
      tags.filter((tag) =>
        /\son\w+\s*=|javascript:|data:|vbscript:|srcdoc|formaction/i.test(
          tag.replaceAll(/ style="[^"]*"/g, '').replaceAll(/ href="https?:[^"]*"/g, ''),
        ),
      ),
    ).toEqual([])
  }
})

const ownSite = {
  ...house,
  name: 'Night Bus',
  accent: '#ffd400',
  logo: { url: 'https://bus.example/identity/0123456789abcdef-300x100/logo.png', width: 150, height: 50 },
}
const everything: Partial<IssueContent> = {
  html_content: '<p><a href="https://a.example/">One</a></p><blockquote>Quote</blockquote>',
  key_insights: [{ title: 'Insight', description: '', source: { title: 'Two', url: 'https://b.example/' } }],
  freemium_tools: [{ name: 'Tool', description: '', source: { title: 'Three', url: 'https://c.example/' } }],
  featured_sources: [{ title: 'Four', url: 'https://d.example/' }],
}

test('an email has the logo and the accent color of the site, in shades for dark and light email clients', async () => {
  const { html } = await writeIssue(ownSite, issue(everything))
  const links = [...html.matchAll(/<a [^>]*class="link"[^>]*>/g)].map(([link]) => link)
  expect(links).toHaveLength(4)
  for (const link of links) expect(link).toContain('color:#ffd400')
  expect(html).toContain('border-left:2px solid #ffd400')
  expect(html).not.toContain('#f8823d')
  const [, light = ''] = /\.link \{ color: (#[0-9a-f]{6}) !important; \}/.exec(html) ?? []
  expect(contrastOf(light, '#fffdf8')).toBeGreaterThanOrEqual(4.5)
  const [logo = ''] = /<img [^>]*class="logo"[^>]*>/.exec(html) ?? []
  expect(logo).toContain(`src="${ownSite.logo.url}" alt="Night Bus" width="150" height="50"`)
  // The light theme recolors text and backgrounds by their classes, but neither the logo's background nor its name.
  expect(logo).toContain('background-color:#1a1613;color:#f0eadf')
  expect(html).toContain('.logo { padding: 12px 16px !important; }')
})

test('an email of a site without logo and accent color has its name and the default colors', async () => {
  const { html } = await writeIssue(house, issue(everything))
  expect(html).toMatch(/<p class="text"[^>]*>Swade<\/p>/)
  expect(html.match(/color:#f8823d/g)).toHaveLength(4)
  expect(html).toContain('.link { color: #a8420c !important; }')
  expect(html).not.toContain('logo')
})
