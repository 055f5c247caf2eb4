import { expect, onTestFinished } from 'vitest'
import { longPdf } from '#platform/pdf/test-pdfs.ts'
import { openPlainVisitor, type PlainVisitor, type Typed } from './plain-visitor.ts'
import type { SharedTestSite } from './shared-site.ts'

/** Fields a book needs beside its title and its PDF before it can be published, by their names in its editor. */
export const bookFields = { subtitle: 'S', author: 'A', description: 'D', excerpt: 'H', contents: 'One' }

/** A PDF of so many pages, as a file that was chosen. */
export const pdfFile = (pages: number) =>
  new File([new Uint8Array(longPdf(pages))], 'book.pdf', { type: 'application/pdf' })

/**
 * The owner in the editor of a new book that has its PDF; nobody else sees it.
 *
 * @returns also its id, made from the
 * title.
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
 * Publishes a book of a test's own, and takes it out of the library again when the test ends.
 *
 * @param fields What is otherwise than in a free book with {@link bookFields}.
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
