import type { Book } from '#features/books/contract.ts'

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
