import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IssueMail } from '#features/issues/emails/issue.tsx'
import { styleHtml } from '#features/issues/server/clean-html.ts'
import { DetailsTable, EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import { findOverflow } from '#tests/support/page-checks/layout.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const long = 'x'.repeat(440)
const link = `https://swade.example/${long}`

const issue = (
  <IssueMail
    title={`A ${long} and more`}
    preheader={long}
    lead={long}
    html={styleHtml(
      `<h2>${long}</h2><p>${long}</p><ul><li><a href="${link}">${link}</a></li></ul><blockquote>${long}</blockquote>`,
      (url) => url,
    )}
    insights={[{ title: long, description: long, source: { title: long, url: link } }]}
    tools={[{ name: long, description: long, source: { title: '', url: link } }]}
    sources={[{ title: '', url: link }]}
    writtenBy={long}
    firstName={long}
    archiveUrl={link}
    reason={long}
    unsubscribeUrl={link}
    preferencesUrl={link}
    sender={{ name: 'Swade', postalAddress: long, accent: undefined, logo: undefined }}
    openUrl=""
  />
)
const letter = (
  <EmailLayout
    preview={long}
    kicker={long}
    title={`A ${long}`}
    sender={{ name: long, postalAddress: long, accent: undefined, logo: undefined }}
    reason={long}
    preferencesUrl={link}
    unsubscribeUrl={link}
  >
    <Paragraph>{long}</Paragraph>
    <DetailsTable facts={[[long, long]]} />
  </EmailLayout>
)

test.each([
  ['an issue', issue],
  ['a letter', letter],
])('a word of 440 letters makes %s no wider than the window, and Outlook gets a fixed width', async (_name, mail) => {
  const html = `<!doctype html>${renderToStaticMarkup(mail)}`
  const page = await site.takePage({ viewport: { width: 375, height: 800 } })
  await page.route('**/mail', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto('/mail')
  for (const width of [320, 375, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await findOverflow(page), `at ${width}`).toEqual([])
  }
  const column = page.locator('table table').first()
  expect(await column.getAttribute('width')).toBe('600')
  expect((await column.boundingBox())!.width).toBe(600)
})
