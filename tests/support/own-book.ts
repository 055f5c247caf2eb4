import { expect, onTestFinished } from 'vitest'
import { longPdf } from '#platform/pdf/test-pdfs.ts'
import { openPlainVisitor, type PlainVisitor, type Typed } from './plain-visitor.ts'
import type { SharedTestSite } from './shared-site.ts'

/** Further required fields of a book, by their names in its editor. */
export const bookFields = { subtitle: 'S', author: 'A', description: 'D', excerpt: 'H', contents: 'One' }

/** Creates a PDF file with a number of pages. */
export const pdfFile = (pages: number) =>
  new File([new Uint8Array(longPdf(pages))], 'book.pdf', { type: 'application/pdf' })

/**
 * Creates a draft book with a PDF as the owner.
 *
 * @returns The owner's session and the book id, made from the title.
 */
export async function draftOwnBook(
  site: Pick<SharedTestSite, 'origin' | 'ownerCookie'>,
  title: string,
  pages: number,
): Promise<{ id: string; owner: PlainVisitor }> {
  const owner = openPlainVisitor(site, await site.ownerCookie())
  await owner.get('/admin/books/new')
  const { path } = await owner.press('Create draft', { title })
  await owner.press('Upload PDF', { file: pdfFile(pages) })
  return { id: /^\/admin\/books\/([\w-]+)/.exec(path)![1]!, owner }
}

/**
 * Publishes a book and unpublishes it when the test ends.
 *
 * @param fields Overrides of {@link bookFields}; free by default.
 */
export async function publishOwnBook(
  site: Pick<SharedTestSite, 'origin' | 'ownerCookie'>,
  title: string,
  pages: number,
  fields: Typed = { isFree: true },
): Promise<{ id: string }> {
  const { id, owner } = await draftOwnBook(site, title, pages)
  const { text } = await owner.press('Publish', { ...bookFields, ...fields })
  expect(text).toContain('Published. Visitors can see it now.')
  onTestFinished(async () => {
    const { text: now } = await owner.get(`/admin/books/${id}`)
    if (now.includes('Unpublish')) await owner.press('Unpublish')
  })
  return { id }
}
