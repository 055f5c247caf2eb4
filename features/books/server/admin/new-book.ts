import { type Book, maxLengths } from '#features/books/contract.ts'

/** Returns an empty book with a title. @param today `YYYY-MM-DD`. */
export function blankBook(id: string, title: string, order: number, today: string): Book {
  return {
    id,
    status: 'draft',
    order,
    title,
    subtitle: '',
    description: '',
    author: '',
    category: 'Music',
    priceCents: 0,
    isFree: false,
    previewPages: 5,
    pages: 0,
    published: today,
    coverImage: '',
    coverAlt: '',
    excerpt: '',
    contents: [],
    audioChapters: [],
    edition: '',
  }
}

/** Default titles that programs write into a document without a title. */
const noTitle = /^(untitled|document|unbenannt|sin título|sans titre)[\s\d-]*$/i

/**
 * Returns the title of an imported book: the document's title without additions of word processors, otherwise the name
 * of the file.
 */
export function titleOfPdf(title: string, fileName: string): string {
  const stated = withoutEnding(title.replace(/^Microsoft \w+ - /, ''))
  const named = withoutEnding(fileName.replace(/^.*[\\/]/, '')).replaceAll(/[_\s]+|(?<=\w)-(?=\w)/g, ' ')
  const chosen = [stated, named.trim()].find((one) => one !== '' && !noTitle.test(one)) ?? 'Untitled book'
  return [...chosen.toWellFormed()].slice(0, maxLengths.title).join('').trim()
}

const withoutEnding = (name: string) => name.replace(/\.(pdf|docx?|odt|rtf|tex|indd|pptx?|pages)$/i, '').trim()
