import type { Book } from '#features/books/contract.ts'

/** A title as an address: lower-case words joined by hyphens, at most 60 letters. Empty when nothing is left of it. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
  return words.slice(0, 60).replaceAll(/^-+|-+$/g, '')
}

/** A book of which nothing is known but its title. @param today `YYYY-MM-DD`. */
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
