import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bookFields, draftOwnBook } from '#tests/support/own-book.ts'
import { elements } from '#tests/support/html.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { sharedSite } from '#tests/support/shared-site.ts'

const site = sharedSite()
const narration = join(import.meta.dirname, '../../content/books/indie-music-ai-guide-2/narration/preview.mp3')

test('without JavaScript a book is created, edited, given files and published by plain forms', async () => {
  const { id, owner } = await draftOwnBook(site, 'By Hand', 7)
  const recording = new File([readFileSync(narration)], '1.mp3', { type: 'audio/mpeg' })
  const inputs = (html: string, name: string) =>
    elements(html, 'input').flatMap((one) => (one['name'] === name ? [one['value']] : []))
  await owner.press('Add chapter', { ...bookFields, isFree: true })
  await owner.press('Add chapter', { 'chapter-title': ['First'] })
  const up = await owner.press('Move Chapter 2 up', { 'chapter-title': ['First', 'Second'] })
  expect(inputs(up.html, 'chapter-title')).toEqual(['Second', 'First'])
  expect((await owner.press('Save draft')).text).toContain('Draft saved. Visitors can’t see it yet.')
  expect((await openPlainVisitor(site).get(`/book/${id}`)).status).toBe(404)
  expect((await owner.press('Upload recording', { file: recording })).text).toContain('Recording saved in the draft.')
  const refused = await owner.press('Publish')
  expect([refused.status, refused.text.includes('Enter the narrator, and say if the voice is synthetic.')]).toEqual([
    400,
    true,
  ])
  const published = await owner.press('Publish', { readBy: 'A synthetic voice', quality: 'MP3' })
  expect(published.text).toContain('Published. Visitors can see it now.')
  onTestFinished(async () => void (await owner.press('Unpublish')))
  const { text } = await openPlainVisitor(site).get(`/book/${id}`)
  for (const words of ['By Hand', 'Second', '7 pages']) expect(text).toContain(words)
})

test('without JavaScript the public pages of a book are shown, with their text and links to the others', async () => {
  const visitor = openPlainVisitor(site)
  const { html } = await visitor.get('/book/ai-fun-profit/read')
  const withoutScript = [...html.matchAll(/<noscript>([\s\S]*?)<\/noscript>/g)].map(([, inside]) => inside).join('')
  expect(elements(withoutScript, 'img').filter(({ alt = '' }) => /^Page \d+$/.test(alt))).toHaveLength(5)
  const links = elements(withoutScript, 'a').map(({ href }) => href)
  expect(links).toContain('/book/ai-fun-profit#payment')
  expect(links).toContain('/book/ai-fun-profit/words')
  const words = await visitor.get('/book/ai-fun-profit/words')
  expect(words.html.match(/<h2[^>]*>Page (?:<!-- -->)?\d(?:<!-- -->)? of (?:<!-- -->)?44/g)).toHaveLength(5)
  expect((await visitor.get('/book/indie-music-ai-guide-2/words?part=4')).text).toContain('Page 73 of 73')
})

test('the pages of a book are in Spanish under /es, with links to Spanish pages, and the book itself in English', async () => {
  const visitor = openPlainVisitor(site)
  for (const [path, sentence] of [
    ['/es/books', 'Biblioteca de libros'],
    ['/es/book/ai-fun-profit', 'Máquinas pequeñas, facturas de verdad'],
    ['/es/book/ai-fun-profit/read', 'Pulsa «Abrir el libro» para empezar a leer'],
    ['/es/book/indie-music-ai-guide-2/read', '10 capítulos narrados en inglés.'],
    ['/es/book/ai-fun-profit/words', 'Página 1 de 44'],
    ['/es/book/nobody/read', 'Libro no encontrado'],
  ] as const) {
    const { html, text } = await visitor.get(path)
    expect(html, path).toMatch(/<html[^>]* lang="es"/)
    expect(text, path).toContain(sentence)
    // A missing text would be displayed as its key.
    expect(text, path).not.toMatch(/\b(books|reader)\.[a-z]+\./i)
    const links = elements(html, 'a').flatMap(({ href = '' }) => (/^\/(es\/)?(book|books)\b/.test(href) ? [href] : []))
    expect(links.filter((href) => !href.startsWith('/es/'))).toEqual([])
  }
})

test('without JavaScript the browser plays recordings itself, and preloads none', async () => {
  for (const [path, count] of [
    ['/artist/luma-swade', 1],
    ['/', 1],
    ['/book/indie-music-ai-guide-2', 10],
  ] as const) {
    const { html } = await openPlainVisitor(site).get(path)
    const players = elements(html, 'audio').filter(
      (one) => 'controls' in one && one['preload'] === 'none' && one['src'],
    )
    expect([path, players.length]).toEqual([path, count])
  }
})

test('an unknown book is not found, and links back to the library', async () => {
  const { status, text, html } = await openPlainVisitor(site).get('/book/unwritten/read')
  expect([status, text.includes('Book Not Found')]).toEqual([404, true])
  expect(html).toMatch(/<a [^>]*href="\/books"[^>]*>Back to Books Library/)
})
